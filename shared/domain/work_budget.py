"""What one request may make this code do, in one table: steps, characters and counts, never seconds.

Sizes of what is stored stand in `limits`. Here stands how much work may be done about it, so that no body of a size
that is accepted can keep a function busy: what would pass a row is answered coarsely or refused with a code.
"""

# ---- the difference of two files -----------------------------------------------------------------------------------
DIFF_STEPS = 30_000
DIFF_STEPS_A_LINE = 2
"""A file whose lines are not matched within this many steps is shown as replaced where they are not."""

# ---- patches -------------------------------------------------------------------------------------------------------
PATCH_FILES = 200
PATCH_SEARCHED = 200_000_000
"""Characters looked through, over the whole patch, for hunks that do not stand where they say: PATCH_WORK_LIMIT."""

# ---- edits ---------------------------------------------------------------------------------------------------------
EDIT_CHARACTERS = 1_000_000
"""Of the `old` or the `new` of one edit, and of all that the edits of one file write: EDIT_TOO_LARGE."""
EDIT_SEARCHED = 500_000_000
"""Characters looked through, over all edits of a request: EDIT_WORK_LIMIT."""
EDIT_NEAREST = 3
"""Refused edits of a request for which the nearest lines are looked up; the others are refused without them."""

# ---- names that are not there --------------------------------------------------------------------------------------
NEAREST_CHARACTERS = 300
DEPENDENCIES_NAMED = 50

# ---- logs ----------------------------------------------------------------------------------------------------------
LOG_QUOTES = 5
"""Quoted words of one finding that are looked for in its file."""

# ---- certain fixes -------------------------------------------------------------------------------------------------
FIX_READ_CHARACTERS = 500_000
"""Characters of code read for one plan; what lies beyond is not understood, so nothing in it is certain."""
FIX_NAMES = 50
"""Names of one kind looked up for one plan."""

# ---- searching documents -------------------------------------------------------------------------------------------
PIECES_COUNTED = 50_000
"""Of long texts, over all words of a query: seven words that every piece of 10 MB has. Common words go first."""
PASSAGES = 4_000
TURNS_SEARCHED = 300
"""The latest turns of an app that `search_messages` looks through."""
THREADS_SEARCHED = 200
"""The latest chats of an app whose titles are looked through, beside `TURNS_SEARCHED`."""
QUERY_WORDS = 20
ITEMS_SEARCHED, ITEM_CHARACTERS_SEARCHED = 25_000, 10_000_000
"""Of what is known of a project: notes, memory, tasks, pieces of documents and so on, in one search."""

# ---- searching code -------------------------------------------------------------------------------------------------
PATTERN_CHARACTERS = 200
PATTERN_LINE = 2_000
PATTERN_SEARCHED = 2_000_000
"""Of one pattern, of each line that it is held against, and of all of them: the rest is not searched, and told."""
PATTERN_STEPS = 50_000_000
"""Characters times the parts of the pattern, repeated ones counted as often as they may be repeated."""

# ---- what a run is opened with -------------------------------------------------------------------------------------
IMPORTS_A_FILE = 200
OUTLINE_CHARACTERS = 4_000
"""Of a file that are looked through for its line in the tree."""
EXPORT_CHARACTERS = 40_000
"""Of a code file that are searched for exports: a default export often comes last."""
CHOOSE_FILE, CHOOSE_CHARACTERS, CHOOSE_WORDS = 5_000, 400_000, 60
"""Of a file, of all files, and of the message: what is compared to find the files that the message is about."""

DRAWN_FILES, DRAWN_CHARACTERS, DRAWN_WORDS = 60, 40_000, 400
"""Files that are looked through for what they draw, characters of each, and how many texts and classes of it count."""

# ---- paths and bodies ----------------------------------------------------------------------------------------------
PATH_CHARACTERS = 1_000
"""A longer path is refused before it is brought into its normal form, which takes time by the square."""
BODY_VALUES = 100_000
"""Values of a JSON body, keys not counted."""

# ---- branches of other repositories ---------------------------------------------------------------------------------
GIT_UNPACKED_BYTES, GIT_OBJECT_BYTES = 64 * 1024 * 1024, 400
"""Of all objects of a fetched pack together, and what each costs in memory beside its own bytes."""
GIT_ENTRIES, GIT_NAME_BYTES, GIT_LEVELS, GIT_PATHS_CHARACTERS = 20_000, 255, 50, 2_000_000
"""Of a branch: files and folders, bytes of a name, folders inside each other, characters of all paths together."""
GIT_FILES_BYTES = 64 * 1024 * 1024
"""Of all files of a branch together. A file counts once for each path that leads to it."""
GIT_PARENTS = 100
"""Of one commit."""
GIT_OBJECTS, GIT_OBJECTS_ALONE = 100_000, 2 * GIT_ENTRIES
"""Of one pack, by the count in its header: with history, and of a single commit, which needs one for each entry."""
GIT_HISTORY_BYTES, GIT_HISTORY_OBJECT_BYTES = 512 * 1024 * 1024, 4_000
"""Of the app's own revisions that one fetch hashes to find objects that the host left out, and what each file costs."""
GIT_READS = 400_000
"""Reads of one answer of a host, two for each packet."""
