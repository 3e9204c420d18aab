import { mappedCode, type ErrorDetail, type MappedCode, type MappingTable } from '@rise/contract';
import { parse as parseCsv } from 'csv-parse/sync';
import { stringify as writeCsv } from 'csv-stringify/sync';
import { parseDocument, stringify as writeYaml } from 'yaml';
import { z } from 'zod';

/** Codes as they stand in a file, and how the file's reader finds each. */
export interface MappingFile {
  readonly codes: MappedCode[];
  /** Where the code at a place stands, for example 'line 3'. */
  placeOf(index: number): string;
}

/** What is wrong with a file, by places in it. */
export class MappingFileError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

const OWN = ['code', 'value', 'from', 'until'];
const isYaml = (name: string) => /\.ya?ml$/i.test(name);

function readCsv(text: string): { said: unknown[]; placeOf: (index: number) => string } {
  const delimiter = /^[^\r\n,]*;[^\r\n,]*$/m.test(text.split('\n', 1)[0]!) ? ';' : ',';
  const options = { columns: true, bom: true, delimiter, skip_empty_lines: true, trim: true, info: true } as const;
  const rows = parseCsv(text, options) as unknown as { record: Record<string, string>; info: { lines: number } }[];
  for (const name of ['code', 'value'])
    if (rows[0] && !Object.hasOwn(rows[0].record, name))
      throw new MappingFileError([`line 1: the column '${name}' is missing. The first line names the columns.`]);
  const said = rows.map(({ record }) => {
    const filled = Object.entries(record).filter(([, value]) => value !== '');
    const own = filled.filter(([name]) => OWN.includes(name));
    return { ...Object.fromEntries(own), attributes: Object.fromEntries(filled.filter((each) => !own.includes(each))) };
  });
  return { said, placeOf: (index) => `line ${rows[index]?.info.lines ?? index + 2}` };
}

function readYaml(text: string): { said: unknown[]; placeOf: (index: number) => string } {
  const document = parseDocument(text);
  const [fault] = document.errors;
  if (fault) throw new MappingFileError([fault.message]);
  const said = document.toJS() as unknown;
  if (!Array.isArray(said)) throw new MappingFileError(['a list of codes is needed, each with code and value']);
  return { said, placeOf: (index) => `code ${index + 1}` };
}

/** Reads a mapping from a CSV, whose first line names the columns code, value, from, until and attributes, or from YAML. Throws `MappingFileError`. */
export function readMappingFile(name: string, text: string): MappingFile {
  let read: ReturnType<typeof readCsv>;
  try {
    read = isYaml(name) ? readYaml(text) : readCsv(text);
  } catch (error) {
    if (error instanceof MappingFileError) throw error;
    throw new MappingFileError([(error as Error).message]);
  }
  const { said, placeOf } = read;
  const parsed = z.array(mappedCode).safeParse(said);
  if (parsed.success) return { codes: parsed.data, placeOf };
  throw new MappingFileError(parsed.error.issues.map(({ path: [index, ...path], message }) => `${placeOf(Number(index))}: ${path.join('.')}: ${message}`)); // prettier-ignore
}

/** Details of a refused change in the words of the file. */
export function inFile({ placeOf }: MappingFile, details: readonly ErrorDetail[]): string[] {
  return details.map(({ field, message }) => {
    const [, index, ...path] = field.split('.');
    return index === undefined ? message : `${placeOf(Number(index))}: ${path.join('.')}: ${message}`;
  });
}

/** A mapping as a file of its name's kind; reading it again gives the same. */
export function writeMappingFile(name: string, { codes }: MappingTable): string {
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
  const attributes = [...new Set(codes.flatMap((each) => Object.keys(each.attributes)))].toSorted();
  const rows = codes.map(({ code, value, from, until, attributes: said }) => [
    code,
    value,
    from ?? '',
    until ?? '',
    ...attributes.map((attribute) => said[attribute] ?? ''),
  ]);
  return writeCsv([[...OWN, ...attributes], ...rows]);
}
