/** Every bound of the fast gate, in one place. A deployment's FILE_LIMITS, which it has checked, set those of a project. */
const chosen = Object.fromEntries((process.env.FILE_LIMITS ?? "").split(",").map((part) => part.split("=")));
export const MAX_FILES = Number(chosen.files ?? 400);
export const MAX_PROJECT_BYTES = Number(chosen.project_kb ?? 5 * 1024) * 1024;
export const MAX_ARCHIVE_BYTES = MAX_PROJECT_BYTES + 1024 * 1024;
// A tar holds a 512-byte header, padding and at most two pax blocks for every file.
export const MAX_TAR_BYTES = MAX_PROJECT_BYTES + MAX_FILES * 4096 + 64 * 1024;
export const MAX_PATH_CHARS = 200;
export const MAX_PATH_LEVELS = 12;
export const WALL_MS = 10_000;
// Of a page that is shown before its build, with all its scripts and styles; an answer of a function has 6 MB.
export const MAX_PAGE_BYTES = 3 * 1024 * 1024;
export const FETCH_MS = 4_000;
export const HEAP_MB = 512;
// Each import is held against each of them.
export const MAX_ALIASES = 200;
export const MAX_EXPORTED = 100_000;
export const MAX_PASSED_ON = 100_000;
export const MAX_KNOWN_NAMES = 2_000;
export const MAX_SUBPATHS = 200;
// Of CSS declarations that are held against the syntax of their property.
export const MAX_DECLARED_CHARS = 200_000;
export const MAX_SEARCHES = 40;
// Modules that are asked for names they do not declare, and such names of one of them.
export const MAX_UNDECLARED = 50;
export const MAX_DIAGNOSTICS = 200;
export const MAX_MESSAGE_CHARS = 1_000;
export const MAX_NAMES_PER_FILE = 200;
// What a component may have before its compiler is asked: beyond these, compilers take seconds or all memory for one file.
export const WEIGHTS = {
  nesting: 100, elements: 4_000, attributes: 800, values: 4_000, bindings: 800, brackets: 150, casts: 5, choices: 200,
  names: 2_500, words: 10_000, comments: 8_000, chained: 100_000, types: 20_000, rules: 20, written: 5_000, matches: 500_000, snippets: 200, texts: 2_000, tags: 1_000,
  awaits: 1_000, bound: 500,
};
// Of all components of a project: each measure of a file counts by the square of its part of the limit above.
export const MAX_SHARES = 8;
// Of a style sheet of the project that Tailwind compiles for a page before its build.
export const MAX_SHEET = {
  depth: 20, written: 1_000, definitions: 500, functions: 200, themed: 800, imports: 50, applied: 5_000, expanded: 300,
  compounds: 8, wordParts: 20, dashes: 50, loaded: 100, words: 60_000,
};
