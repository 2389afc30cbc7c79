import { isComponent } from "../paths.mjs";
import { resolveSpecifier } from "../resolve/specifier.mjs";
import { elements } from "../scan/tags.mjs";
import { expandedWeights, HEAVY, total } from "./expansion.mjs";
import { bodyOf, declaredTypes } from "./type_bodies.mjs";

const MACRO = /\bdefine(?:Props|Emits|Model|Slots)\s*</g;
const IMPORT = /\b(?:import|export)\s+(?:type\s+)?(?:[\w$]{1,100}\s*,\s*)?(\*|\{[^{}]{0,20000}\})\s*from\s*["']([^"'\n]{1,300})["']/g;
const MAX_IMPORTED = 50;

/**
 * How much Vue writes out to resolve the types of a component's macros, which it does itself, also across files: a union
 * or an intersection that names another one twice doubles it. 0 for a component without such types.
 */
export function typeWeight(project, path, source) {
  const script = scriptOf(path, source);
  const roots = [...script.matchAll(MACRO)].map(({ 0: macro, index }) => argument(script, index + macro.length - 1));
  if (!roots.length) return 0;
  const world = { project, files: new Map([[path, read(path, source)]]), nodes: new Map(), found: new Map() };
  const ids = roots.map((text, index) => addNodes(world, path, `<${index}>`, [bodyOf(text)]));
  const weights = expandedWeights(world.nodes);
  return Math.min(HEAVY, total(ids, (id) => weights.get(id)));
}

/** The text between the `<` at `at` and the `>` that closes it. */
function argument(text, at) {
  let depth = 0;
  for (let end = at; end < text.length; end += 1) {
    if (text[end] === "<") depth += 1;
    else if (text[end] === ">" && text[end - 1] !== "=" && (depth -= 1) === 0) return text.slice(at + 1, end);
  }
  return text.slice(at + 1);
}

const scriptOf = (path, source) =>
  isComponent(path) ? elements(source, "script").map(({ text }) => text).join("\n") : source;

function read(path, source) {
  const script = scriptOf(path, source);
  const named = [...script.matchAll(IMPORT)].map(([, names, specifier]) => ({ names, specifier }));
  return { types: declaredTypes(script), imports: new Map(named.flatMap(bindings)), stars: named.filter(({ names }) => names === "*").map(({ specifier }) => specifier) };
}

/** `{a, type b as c}` -> `[["a", [specifier, "a"]], ["c", [specifier, "b"]]]`. */
function bindings({ names, specifier }) {
  if (names === "*") return [];
  return names.slice(1, -1).split(",").map((each) => {
    const [original, local = original] = each.trim().replace(/^type\s+/, "").split(/\s+as\s+/);
    return [local, [specifier, original]];
  });
}

/** Two nodes: `kind`, what a type is at run time, and `all`, with the kinds of its members. The id of the second. */
function addNodes(world, file, name, bodies) {
  const id = `all\0${file}\0${name}`;
  if (world.nodes.has(id)) return id;
  const node = { refs: [], weigh: null };
  world.nodes.set(id, node);
  const parts = bodies.map((body) => ({
    bars: body.bars + body.size,
    outer: found(world, file, body.outer),
    members: found(world, file, body.members),
    templates: body.templates.map((list) => list.map(({ names, bars }) => ({ bars, names: found(world, file, names) }))),
  }));
  const inTemplates = parts.flatMap(({ templates }) => templates.flat().flatMap(({ names }) => names));
  const kinds = [...parts.flatMap(({ outer }) => outer), ...inTemplates].map(kindOf);
  const weighKind = (weightOf) => total(parts, (part) => own(part, weightOf) + total(part.outer.map(kindOf), weightOf));
  world.nodes.set(kindOf(id), { refs: kinds, weigh: weighKind });
  const members = parts.flatMap((part) => part.members).map(kindOf);
  const outer = parts.flatMap((part) => part.outer);
  node.refs = [...outer, ...members, ...inTemplates.map(kindOf)];
  node.weigh = (weightOf) => total(parts, (part) => own(part, weightOf)) + total(outer, weightOf) + total(members, weightOf);
  return id;
}

const kindOf = (id) => `kind${id.slice(3)}`;

/** The members of its unions, and all texts that its template literals stand for. */
const own = ({ bars, templates }, weightOf) =>
  bars + total(templates, (list) => list.reduce((product, { bars: own, names }) => Math.min(HEAVY, product * (own + total(names.map(kindOf), weightOf))), 1));

/** The ids of the types that these names mean in a file; other names are none. */
const found = (world, file, names) => names.map((name) => lookUp(world, file, name)).filter((id) => id !== null);

function lookUp(world, file, name) {
  const key = `${file}\0${name}`;
  if (!world.found.has(key)) world.found.set(key, find(world, file, name, new Set()));
  return world.found.get(key);
}

function find(world, file, name, seen) {
  const known = fileOf(world, file);
  if (!known || seen.has(file)) return null;
  seen.add(file);
  if (known.types.has(name)) return addNodes(world, file, name, known.types.get(name));
  if (known.imports.has(name)) {
    const [specifier, original] = known.imports.get(name);
    return find(world, target(world, file, specifier), original, seen);
  }
  for (const specifier of known.stars) {
    const id = find(world, target(world, file, specifier), name, seen);
    if (id !== null) return id;
  }
  return null;
}

const target = ({ project }, file, specifier) => resolveSpecifier(project, file, specifier).path ?? null;

function fileOf({ project, files }, path) {
  if (files.has(path)) return files.get(path);
  const source = path === null ? undefined : project.files.get(path);
  const known = typeof source === "string" && files.size < MAX_IMPORTED ? read(path, source) : null;
  files.set(path, known);
  return known;
}
