// Looks up places of built files in their source maps: places.json in, report.json out. Both maps and places are a
// stranger's: the reader of the report believes nothing in it.

import { readFileSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const { maps, places } = JSON.parse(readFileSync('places.json', 'utf8'));
const read = maps.map(mapOf);

function mapOf(name) {
  try {
    const { version, sources, names, mappings, sections } = JSON.parse(readFileSync(name, 'utf8'));
    return new SourceMap({ version, sources, names, mappings, sections });
  } catch {
    return null;
  }
}

/** `[source, line, column]`, counted from 1; null where the map has none. Stacks count lines and columns from 1 too. */
function found([map, line, column]) {
  try {
    const { originalSource, originalLine, originalColumn } = read[map].findEntry(line - 1, column - 1);
    return [originalSource.slice(0, 1000), originalLine + 1, originalColumn + 1];
  } catch {
    return null;
  }
}

writeFileSync('report.json', JSON.stringify({ started: true, places: places.map(found) }));
