import { filterParam, joinValues, minimumParam, valueParam, writeState } from '@rise/contract/report-address';
import { filterFields } from '@rise/contract/report-filters';
import { tilesOf } from '@rise/contract/report-pages';
import { isWithin } from '@rise/contract/report-parameters';
import type { Report } from '@rise/contract';
import type { SearchParams } from '@rise/ui/search-params';
import { type ListChoices, onFirstPages, readLists, writeLists } from './list.state.ts';
import { type Opened, readOpened, readRows, type ShownRows, writeOpened, writeRows } from './drill/opened.state.ts';
import { choosesPeers } from './peers.state.ts';
import { type Period, readPeriod } from './period.state.ts';

/** The reader's choices, as stored in the report's address. */
export interface ReportChoices {
  /** Key of the subject; absent: the report's default. */
  subject?: string;
  /** Measure of ranking and distribution; absent: the report's first. */
  measure?: string;
  /** Chosen values by filter; filters without values are absent. */
  filters: Record<string, string[]>;
  /** All members are peers; absent: the filters choose them, or without any the report's default. */
  peers?: 'all';
  /** Buckets that rankings start from, by tile; absent: the report's. */
  minimums?: Record<string, string>;
  /** Values of the report's parameters that are not the defaults. */
  parameters?: Record<string, number>;
  /** Orders and pages of lists of rows, by tile. */
  lists?: ListChoices;
  /** Days in place of those that the report opens with. */
  period?: Period;
  /** The page that is shown; absent: the first. */
  page?: string;
  /** Measure that "About this number" is open for, and the tile it was opened from. */
  about?: string;
  tile?: string;
  /** Tile shown over the full width. */
  wide?: string;
  /** Members that are open in charts and tables, which show the level below, by tile. */
  opened?: Opened;
  /** The figure whose rows are listed. */
  rows?: ShownRows;
  /** Tile shown alone over the whole window, and whether as a table of its figures. */
  full?: string;
  as?: 'table';
  /** The report is presented, page by page. */
  present?: true;
  /** Thread of comments that a link opens. */
  comment?: string;
  /** Account with whose rights the report is shown. */
  viewAs?: string;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MAX_KEY_LENGTH = 100;
const MAX_VALUE_LENGTH = 200;
const MAX_VALUES = 200;
/** Fields that the reader can choose values of: those that choose the peers first, then those of marks and rows. */
export const filtersOf = ({ document }: Report): readonly string[] => filterFields(document);

/** Reads choices from an address. Ignores what the report does not define or what is too long. */
export function readChoices(params: SearchParams, report: Report): ReportChoices {
  const { document, fields } = report;
  const choices: ReportChoices = { filters: {} };
  const subject = plain(params.institution, MAX_KEY_LENGTH);
  if (subject) choices.subject = subject;
  const period = document.period && readPeriod(params.period);
  if (period) choices.period = period;
  const [first] = document.pages;
  if (params.page && params.page !== first?.id && document.pages.some(({ id }) => id === params.page))
    choices.page = params.page;
  if (params.measure && document.measures.includes(params.measure)) choices.measure = params.measure;
  for (const field of filtersOf(report)) {
    const values = splitValues(params[filterParam(field)] ?? '');
    if (values.length > 0) choices.filters[field] = values;
  }
  if (params.peers === 'all' && document.defaultPeers && !choosesPeers(report, choices.filters)) choices.peers = 'all';
  const minimums = readMinimums(params, report);
  if (minimums.length > 0) choices.minimums = Object.fromEntries(minimums);
  const parameters = readParameters(params, report);
  if (parameters.length > 0) choices.parameters = Object.fromEntries(parameters);
  const lists = readLists(params, report);
  if (Object.keys(lists).length > 0) choices.lists = lists;
  if (params.about && fields.measures.some(({ name }) => name === params.about)) choices.about = params.about;
  const isTile = (id: string | undefined) => tilesOf(document).some((tile) => tile.id === id);
  if (choices.about && isTile(params.tile)) choices.tile = params.tile!;
  if (isTile(params.wide)) choices.wide = params.wide!;
  const opened = readOpened(params, report, splitValues);
  if (Object.keys(opened).length > 0) choices.opened = opened;
  const rows = readRows(params.rows, splitValues);
  if (rows && isTile(rows.tile)) choices.rows = rows;
  if (isTile(params.full)) choices.full = params.full!;
  if (choices.full && params.as === 'table') choices.as = 'table';
  if (params.present) choices.present = true;
  if (params.comment && UUID.test(params.comment)) choices.comment = params.comment;
  if (params.viewAs) choices.viewAs = params.viewAs;
  return choices;
}

/** The choices after a change. Where it is of the rows that tiles show, lists start from their first page again. */
export function withChange(before: ReportChoices, change: Partial<ReportChoices>): ReportChoices {
  const next = { ...before, ...change };
  const otherRows = 'filters' in change || 'period' in change || 'peers' in change || 'subject' in change;
  return otherRows && next.lists ? { ...next, lists: onFirstPages(next.lists) } : next;
}

function readMinimums(params: SearchParams, { document, fields }: Report): [string, string][] {
  return tilesOf(document).flatMap((tile): [string, string][] => {
    const value = params[minimumParam(tile.id)];
    if (tile.kind !== 'ranking' || !tile.minimum || value === undefined) return [];
    const dimension = fields.dimensions.find(({ name }) => name === tile.minimum!.field);
    return dimension?.values?.some((bucket) => bucket.value === value) ? [[tile.id, value]] : [];
  });
}

/** A value that the parameter does not allow is left out. */
const readParameters = (params: SearchParams, { document }: Report): [string, number][] =>
  (document.parameters ?? []).flatMap((parameter): [string, number][] => {
    const text = params[valueParam(parameter.name)];
    const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
    return isWithin(parameter, value) && value !== parameter.default ? [[parameter.name, value]] : [];
  });

/** Writes choices as parameters of the address; `readChoices` is the inverse. */
export function writeChoices(choices: ReportChoices): Record<string, string> {
  const written = writeState(choices);
  Object.assign(written, writeLists(choices.lists));
  Object.assign(written, writeOpened(choices.opened, joinValues));
  if (choices.wide) written.wide = choices.wide;
  if (choices.rows) written.rows = writeRows(choices.rows, joinValues);
  if (choices.full) written.full = choices.full;
  if (choices.full && choices.as) written.as = choices.as;
  if (choices.present) written.present = '1';
  if (choices.comment) written.comment = choices.comment;
  if (choices.viewAs) written.viewAs = choices.viewAs;
  if (choices.about) written.about = choices.about;
  if (choices.about && choices.tile) written.tile = choices.tile;
  return written;
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
  const usable = values.map((one) => plain(one, MAX_VALUE_LENGTH)).filter((one) => one !== null);
  return [...new Set(usable)].slice(0, MAX_VALUES);
}

/** Plausible text: not empty, not too long, no control characters. */
function plain(value: string | undefined, maxLength: number): string | null {
  if (!value || value.length > maxLength || !value.isWellFormed() || /\p{Cc}/u.test(value)) return null;
  return value;
}
