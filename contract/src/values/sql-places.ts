/** What is no place for a parameter: texts, quoted names, comments. */
const SKIPPED = /'(?:[^']|'')*'?|"(?:[^"]|"")*"?|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|\$([A-Za-z_]*)\$[\s\S]*?(?:\$\1\$|$)/;
const PLACE = new RegExp(`${SKIPPED.source}|\\{\\{[ \\t]*(?<name>[A-Za-z_]\\w*)[ \\t]*\\}\\}`, 'g');

export interface SqlPlace {
  name: string;
  /** Offsets of `{{name}}` in UTF-16 units. */
  start: number;
  end: number;
}

/** The places of parameters in a statement, in order: `{{name}}` outside of texts, quoted names and comments. */
export function sqlPlaces(sql: string): SqlPlace[] {
  return [...sql.matchAll(PLACE)].flatMap(({ 0: written, index, groups }) => {
    const name = groups?.name;
    return name === undefined ? [] : [{ name, start: index, end: index + written.length }];
  });
}
