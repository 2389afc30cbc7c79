import { expect, it } from "vitest";
import { whyOf } from "@/domain/quality";

it("what the API says of a part nobody knows has words here, and what a check says of itself has none unless it is usual", () => {
  expect(["it is not built yet", "no check was run of it", "nobody has looked"].map(whyOf)).toEqual(["unbuilt", "unchecked", "unseen"]);
  expect([whyOf('package.json has no "test" script.'), whyOf("The project has no acceptance checks.")]).toEqual(["noTests", "noChecks"]);
  expect(whyOf("Its build was lost.")).toBeNull();
});
