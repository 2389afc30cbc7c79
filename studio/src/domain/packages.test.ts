import { expect, it } from "vitest";
import { isPackageName, isPackageVersion } from "@/domain/packages";

it.each(["left-pad", "@scope/name", "3d-view", "a.b_c", "~x"])("%s may be a package", (name) => expect(isPackageName(name)).toBe(true));
it.each(["", "Left", "left pad", "@scope", "@a/b/c", "--global", "../up", ".hidden", "a/b", "left-pad@1.3.0", "a".repeat(215)])("%j is no name of a package", (name) =>
  expect(isPackageName(name)).toBe(false),
);
it.each([["1.3.0", true], ["2.0.0-beta.1", true], ["^1.3.0", false], ["1.3", false], ["latest", false], ["1.3.0 ", false]] as const)("version %j", (version, is) => expect(isPackageVersion(version)).toBe(is));
