import type { Report } from '@rise/contract';
import type { SearchParams } from '@rise/ui/kernel';

/** What the reader chose, as it stands in the report's address. */
export interface ReportChoices {
  /** Key of the member that the report is about; missing is the report's own default. */
  subject?: string;
  /** Measure of ranking and distribution; missing is the report's first. */
  measure?: string;
  /** Chosen values by filter; a filter without values is not there. */
  filters: Record<string, string[]>;
  /** Measure that "About this number" is open for, and the tile it was opened from. */
  about?: string;
  tile?: string;
  /** Tile shown over the full width. */
  wide?: string;
}

const LONGEST_KEY = 100;
const LONGEST_VALUE = 200;
const MOST_VALUES = 200;
const OWN_NAMES = new Set(['institution', 'measure', 'about', 'tile', 'wide', 'layout']);

/** A filter whose field has the name of one of our own parameters gets a prefix. */
const filterParam = (field: string): string => (OWN_NAMES.has(field) ? `f.${field}` : field);

/** Reads choices from an address. Whatever the report does not know, or is too long, counts as not there. */
export function readChoices(params: SearchParams, report: Report): ReportChoices {
  const { document, fields } = report;
  const choices: ReportChoices = { filters: {} };
  const subject = plain(params.institution, LONGEST_KEY);
  if (subject) choices.subject = subject;
  if (params.measure && document.measures.includes(params.measure)) choices.measure = params.measure;
  for (const field of document.filters) {
    const values = splitValues(params[filterParam(field)] ?? '');
    if (values.length > 0) choices.filters[field] = values;
  }
  if (params.about && fields.measures.some(({ name }) => name === params.about)) choices.about = params.about;
  const isTile = (id: string | undefined) => document.tiles.some((tile) => tile.id === id);
  if (choices.about && isTile(params.tile)) choices.tile = params.tile!;
  if (isTile(params.wide)) choices.wide = params.wide!;
  return choices;
}

/** The address of choices; `readChoices` of it answers the same. */
export function writeChoices(choices: ReportChoices): Record<string, string> {
  const written: Record<string, string> = {};
  if (choices.subject) written.institution = choices.subject;
  if (choices.measure) written.measure = choices.measure;
  for (const [field, values] of Object.entries(choices.filters))
    if (values.length > 0) written[filterParam(field)] = joinValues(values);
  if (choices.wide) written.wide = choices.wide;
  if (choices.about) written.about = choices.about;
  if (choices.about && choices.tile) written.tile = choices.tile;
  return written;
}

/** Values in one parameter: commas part them; a comma or backslash inside a value has a backslash before it. */
export function joinValues(values: readonly string[]): string {
  return values.map((value) => value.replaceAll(/[\\,]/g, String.raw`\$&`)).join(',');
}

export function splitValues(text: string): string[] {
  const values: string[] = [];
  let value = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '\\' && at + 1 < text.length) value += text[++at];
    else if (character === ',') {
      values.push(value);
      value = '';
    } else value += character;
  }
  values.push(value);
  const usable = values.map((one) => plain(one, LONGEST_VALUE)).filter((one) => one !== null);
  return [...new Set(usable)].slice(0, MOST_VALUES);
}

/** Text as a person could have chosen it: not empty, not endless, no control characters. */
function plain(value: string | undefined, longest: number): string | null {
  if (!value || value.length > longest || !value.isWellFormed() || /\p{Cc}/u.test(value)) return null;
  return value;
}
