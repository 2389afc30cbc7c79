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
