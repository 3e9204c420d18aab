import { mappedCode, spreadsheetSafe, type ErrorDetail, type MappedCode, type MappingTable } from '@rise/contract';
import { Readable } from 'node:stream';
import { ModelError, schemaIssues, schemaMessage, type ModelReader } from '@rise/engine';
import { parse as parseCsv } from 'csv-parse';
import { stringify as writeCsv } from 'csv-stringify/sync';
import { stringify as writeYaml } from 'yaml';
import { turns } from '../kernel/time/turns.ts';

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

/** Characters of a file that are read together, within a few milliseconds. */
const PART = 4 * 1024;

/** Other work has its turns between them. */
async function* partsOf(text: string): AsyncGenerator<string> {
  const turn = turns();
  for (let from = 0; from < text.length; from += PART) {
    yield text.slice(from, from + PART);
    await turn();
  }
}

async function readCsv(text: string): Promise<ParsedFile> {
  const delimiter = /^[^\r\n,]*;[^\r\n,]*$/m.test(text.split('\n', 1)[0]!) ? ';' : ',';
  const options = { columns: true, bom: true, delimiter, skip_empty_lines: true, trim: true, info: true } as const;
  const entries: unknown[] = [];
  const lines: number[] = [];
  const rows = Readable.from(partsOf(text)).compose(parseCsv(options));
  for await (const row of rows) {
    const { record, info } = row as { record: Record<string, string>; info: { lines: number } };
    for (const name of ['code', 'value'])
      if (entries.length === 0 && !Object.hasOwn(record, name))
        throw new MappingFileError([`line 1: the column '${name}' is missing. The first line names the columns.`]);
    entries.push(toEntry(record));
    lines.push(info.lines);
  }
  return { entries, placeOf: (index) => `line ${lines[index] ?? index + 2}` };
}

function toEntry(record: Record<string, string>) {
  const filled = Object.entries(record)
    .filter(([name, value]) => name !== 'code' && value !== '')
    .map(([name, value]) => [name, readCell(value)] as const);
  const columns = filled.filter(([name]) => COLUMNS.includes(name));
  return {
    code: readCode(record['code']!),
    ...Object.fromEntries(columns),
    attributes: Object.fromEntries(filled.filter((cell) => !columns.includes(cell))),
  };
}

async function readYaml(name: string, text: string, reader: YamlReader): Promise<ParsedFile> {
  const entries = await reader.readYaml(text, name);
  if (!Array.isArray(entries)) throw new MappingFileError(['write a list of codes, each with code and value']);
  return { entries, placeOf: (index) => `code ${index + 1}` };
}

/** Reads YAML without stalling the server. */
export type YamlReader = Pick<ModelReader, 'readYaml'>;

/**
 * Reads a mapping from a CSV, whose first line names the columns code, value, from, until and attributes, or from YAML. In
 * a CSV the code `\N` stands for rows without one (null), and an empty cell for an empty text. Throws
 * `MappingFileError`.
 */
export async function readMappingFile(name: string, text: string, reader: YamlReader): Promise<MappingFile> {
  let file: ParsedFile;
  try {
    file = await (isYaml(name) ? readYaml(name, text, reader) : readCsv(text));
  } catch (error) {
    if (error instanceof MappingFileError) throw error;
    if (error instanceof ModelError) throw new MappingFileError(error.issues.map(({ message }) => message));
    throw new MappingFileError([(error as Error).message]);
  }
  const { entries, placeOf } = file;
  const codes: MappedCode[] = [];
  const issues: string[] = [];
  const turn = turns();
  for (const [index, entry] of entries.entries()) {
    const parsed = mappedCode.safeParse(entry, { error: schemaMessage });
    if (parsed.success) codes.push(parsed.data);
    else
      for (const { path, message } of schemaIssues(parsed.error))
        issues.push(`${placeOf(index)}: ${path.join('.')}: ${message}`);
    await turn();
  }
  if (issues.length > 0) throw new MappingFileError(issues);
  return { codes, placeOf };
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
