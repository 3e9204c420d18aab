import { mappedCode, spreadsheetSafe, type ErrorDetail, type MappedCode, type MappingTable } from '@rise/contract';
import { schemaIssues, schemaMessage } from '@rise/engine';
import { parse as parseCsv } from 'csv-parse/sync';
import { stringify as writeCsv } from 'csv-stringify/sync';
import { parseDocument, stringify as writeYaml } from 'yaml';
import { z } from 'zod';

/** The codes of a file, and the location of each. */
export interface MappingFile {
  readonly codes: MappedCode[];
  /** Location of the code with an index, for example 'line 3'. */
  placeOf(index: number): string;
}

/** The issues of a file, each with its location. */
export class MappingFileError extends Error {
  readonly issues: readonly string[];
  constructor(issues: readonly string[]) {
    super(issues.join('\n'));
    this.issues = issues;
  }
}

const COLUMNS = ['code', 'value', 'from', 'until'];

/** How a CSV writes rows without a code; a code of that text has one backslash more. */
const NULL_CODE = '\\N';
const LIKE_NULL = /^\\+N$/;

/** Whether a spreadsheet would run a text as a formula, without the apostrophes that it may begin with. */
function isFormula(text: string): boolean {
  const bare = text.replace(/^'+/, '');
  return spreadsheetSafe(bare) !== bare;
}

/** The text with one apostrophe more where it could be a formula, which `readCell` takes off again. */
const writeCell = (text: string) => (isFormula(text) ? `'${text}` : text);
const readCell = (cell: string) => (cell.startsWith("'") && isFormula(cell) ? cell.slice(1) : cell);

const codeCell = (code: string | null) =>
  code === null ? NULL_CODE : writeCell(LIKE_NULL.test(code) ? `\\${code}` : code);

function readCode(cell: string): string | null {
  if (cell === NULL_CODE) return null;
  return LIKE_NULL.test(cell) ? cell.slice(1) : readCell(cell);
}
const isYaml = (name: string) => /\.ya?ml$/i.test(name);

interface ParsedFile {
  readonly entries: unknown[];
  placeOf(index: number): string;
}

function readCsv(text: string): ParsedFile {
  const delimiter = /^[^\r\n,]*;[^\r\n,]*$/m.test(text.split('\n', 1)[0]!) ? ';' : ',';
  const options = { columns: true, bom: true, delimiter, skip_empty_lines: true, trim: true, info: true } as const;
  const rows = parseCsv(text, options) as unknown as { record: Record<string, string>; info: { lines: number } }[];
  for (const name of ['code', 'value'])
    if (rows[0] && !Object.hasOwn(rows[0].record, name))
      throw new MappingFileError([`line 1: the column '${name}' is missing. The first line names the columns.`]);
  const entries = rows.map(({ record }) => {
    const filled = Object.entries(record)
      .filter(([name, value]) => name !== 'code' && value !== '')
      .map(([name, value]) => [name, readCell(value)] as const);
    const columns = filled.filter(([name]) => COLUMNS.includes(name));
    return {
      code: readCode(record['code']!),
      ...Object.fromEntries(columns),
      attributes: Object.fromEntries(filled.filter((cell) => !columns.includes(cell))),
    };
  });
  return { entries, placeOf: (index) => `line ${rows[index]?.info.lines ?? index + 2}` };
}

function readYaml(text: string): ParsedFile {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new MappingFileError([error.message]);
  const entries = document.toJS() as unknown;
  if (!Array.isArray(entries)) throw new MappingFileError(['write a list of codes, each with code and value']);
  return { entries, placeOf: (index) => `code ${index + 1}` };
}

/**
 * Reads a mapping from a CSV, whose first line names the columns code, value, from, until and attributes, or from YAML. In
 * a CSV the code `\N` stands for rows without one (null), and an empty cell for an empty text. Throws
 * `MappingFileError`.
 */
export function readMappingFile(name: string, text: string): MappingFile {
  let file: ParsedFile;
  try {
    file = isYaml(name) ? readYaml(text) : readCsv(text);
  } catch (error) {
    if (error instanceof MappingFileError) throw error;
    throw new MappingFileError([(error as Error).message]);
  }
  const { entries, placeOf } = file;
  const parsed = z.array(mappedCode).safeParse(entries, { error: schemaMessage });
  if (parsed.success) return { codes: parsed.data, placeOf };
  throw new MappingFileError(
    schemaIssues(parsed.error).map(
      ({ path: [index, ...path], message }) => `${placeOf(Number(index))}: ${path.join('.')}: ${message}`,
    ),
  );
}

/** Error details of a rejected change, with locations in the file instead of indexes. */
export function locateInFile({ placeOf }: MappingFile, details: readonly ErrorDetail[]): string[] {
  return details.map(({ field, message }) => {
    const [, index, ...path] = field.split('.');
    return index === undefined ? message : `${placeOf(Number(index))}: ${path.join('.')}: ${message}`;
  });
}

/** A mapping as CSV or YAML, by the file's name; `readMappingFile` reads it back. */
export function writeMappingFile(name: string, { codes }: Pick<MappingTable, 'codes'>): string {
  if (isYaml(name))
    return writeYaml(
      codes.map(({ code, value, attributes, from, until }) => ({
        code,
        value,
        ...(Object.keys(attributes).length > 0 && { attributes }),
        ...(from !== null && { from }),
        ...(until !== null && { until }),
      })),
    );
  const attributes = [...new Set(codes.flatMap((entry) => Object.keys(entry.attributes)))].toSorted();
  const rows = codes.map(({ code, value, from, until, attributes: values }) => [
    codeCell(code),
    writeCell(value),
    from ?? '',
    until ?? '',
    ...attributes.map((attribute) => writeCell(values[attribute] ?? '')),
  ]);
  // Quoted where blanks would be cut off or an empty code taken for a missing one.
  return writeCsv([[...COLUMNS, ...attributes], ...rows], { quoted_match: /^\s|\s$/ });
}
