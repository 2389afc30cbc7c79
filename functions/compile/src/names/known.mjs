import { readFileSync } from "node:fs";

import { packageName } from "../project/packages.mjs";
import { memo } from "../memo.mjs";

const FILE = new URL("./catalog.json", import.meta.url);
let catalog;

/** `{packages: {name: {version, entries}}, aliases}`, written by `scripts/package_names.mjs`; read when first asked. */
const known = () => (catalog ??= JSON.parse(readFileSync(FILE, "utf8")));

/**
 * `{specifier, version, module, values, types, members}` of a package at the version the project declares, else null:
 * of another version, or of a path that is not listed, nothing is known. The lists are sets; `members`, what a default
 * export has, may be null. `module` is false for CommonJS.
 */
export function knownEntry(project, specifier) {
  const name = packageName(specifier);
  const declared = project.packages.versions.get(name);
  return declared !== undefined && declared === ofPackage(name)?.version ? entryOf(specifier) : null;
}

/** The version that the catalog has ready of a package, or undefined. */
export const readyVersion = (name) => ofPackage(name)?.version;

/** Where else in its package a name is exported from. */
export function siblings(specifier, name) {
  const owner = packageName(specifier);
  const paths = Object.keys(ofPackage(owner).entries).map((path) => owner + path.slice(1));
  return paths.filter((path) => path !== specifier && entryOf(path).values.has(name));
}

/** The package of the catalog that stands in for a well-known one, or undefined. */
export const standInFor = (name) => own(known().aliases, name);

const ofPackage = (name) => own(known().packages, name);
const own = (record, key) => (Object.hasOwn(record, key) ? record[key] : undefined);
const pathIn = (specifier) => `.${specifier.slice(packageName(specifier).length)}`;

/** Only what exists is held, so that no project fills the memory with names. */
const entryOf = (specifier) =>
  own(ofPackage(packageName(specifier))?.entries ?? {}, pathIn(specifier)) ? readEntry(specifier) : null;

const readEntry = memo((specifier) => {
  const { version, entries } = ofPackage(packageName(specifier));
  const { module, values, icons, types, members } = entries[pathIn(specifier)];
  const formed = words(icons).flatMap((icon) => [icon, `${icon}Icon`, `Lucide${icon}`]);
  const sets = { values: new Set([...words(values), ...formed]), types: new Set(words(types)) };
  return { specifier, version, module, ...sets, members: members === undefined ? null : new Set(words(members)) };
});

const words = (text) => (text ? text.split(" ") : []);
