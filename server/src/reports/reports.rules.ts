import { filterFields, markFields, tilesOf } from '@rise/contract';
import type { Dimension, Filter, LocalizedText, ReportDocument, ReportState, Tile } from '@rise/contract';
import { UserError } from '../kernel/errors/user-error.ts';
import type { Choices, Fields } from './choices.ts';
import { minimumIssues } from './minimums.rules.ts';
import { fieldsByDataset } from './report-fields.service.ts';
import type { SearchEntry } from '../search/search-index.service.ts';

/** Reads the reader's choices; VALIDATION_FAILED names what the document does not offer. */
export function readChoices(
  document: ReportDocument,
  state: ReportState,
  defaultSubject: string | null,
  fields: Fields,
): Choices {
  const issues: { field: string; message: string }[] = [];
  const measure = state.measure ?? document.measures[0] ?? null;
  if (measure !== null && !document.measures.includes(measure)) {
    issues.push({
      field: 'measure',
      message:
        document.measures.length > 0
          ? `This report offers ${document.measures.join(', ')}.`
          : 'This report has no measures to select.',
    });
  }
  const offered = filterFields(document);
  const marked = markFields(document);
  const conditions = { rows: [] as Filter[], peers: [] as Filter[], marks: [] as { field: string; filter: Filter }[] };
  for (const [field, values] of Object.entries(state.filters)) {
    if (!offered.includes(field)) {
      issues.push({ field: `filters.${field}`, message: `This report filters by ${offered.join(', ')}.` });
    } else if (values.length > 0) {
      const typed = values.map((value) => typedValue(value, fields.dimension(field)));
      if (typed.includes(null))
        issues.push({ field: `filters.${field}`, message: 'Use values that the filter offers.' });
      else {
        const condition: Filter = { field, op: 'in', values: typed as (string | number | boolean)[] };
        if (marked.includes(field)) conditions.marks.push({ field, filter: condition });
        else conditions[document.peers.includes(field) ? 'peers' : 'rows'].push(condition);
      }
    }
  }
  if (state.period !== undefined && !document.period)
    issues.push({ field: 'period', message: 'This report has no period to choose. Leave it out.' });
  const days = periodFilter(document, state);
  if (state.page !== undefined && !document.pages.some(({ id }) => id === state.page))
    issues.push({
      field: 'page',
      message: `This report has the pages ${document.pages.map(({ id }) => id).join(', ')}.`,
    });
  if (state.peers === 'all' && conditions.peers.length > 0)
    issues.push({ field: 'peers', message: "Leave out 'peers', or the filters that choose the peers." });
  issues.push(...minimumIssues(document, state, fields));
  if (issues.length > 0) throw new UserError('VALIDATION_FAILED', undefined, issues);
  const base = [document.filter, days, ...conditions.rows];
  const marks = conditions.marks.map(({ filter }) => filter);
  return {
    subject: state.subject ?? defaultSubject,
    measure,
    filter: allOf([...base, ...marks]),
    peers: allOf(conditions.peers),
    base,
    marks: conditions.marks,
    conditions: [...(days ? [days] : []), ...conditions.rows, ...conditions.peers, ...marks],
  };
}

/** The days that the reader chose, or else those that the report opens with; none where these are all. */
function periodFilter({ period }: ReportDocument, state: ReportState): Filter | undefined {
  const chosen = state.period ?? period?.default;
  if (!period || !chosen) return undefined;
  const isOpen = !('last' in chosen) && !('current' in chosen) && !chosen.since && !chosen.until;
  return isOpen ? undefined : { field: period.field, during: chosen };
}

/** All of the conditions; none without one. */
export const allOf = (conditions: readonly (Filter | undefined)[]): Filter | undefined => {
  const all = conditions.filter((condition) => condition !== undefined);
  return all.length > 1 ? { all } : all[0];
};

/** A whole number of 64 bits: as its digits where a number would lose some. */
function wholeNumber(text: string): string | number | null {
  if (!/^-?\d{1,19}$/.test(text)) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : text;
}

/** Converts text from a URL to the dimension's type; null where it can't be converted. */
export function typedValue(text: string, dimension: Dimension | undefined): string | number | boolean | null {
  if (dimension?.bands || !dimension) return text;
  if (dimension.type === 'integer') return wholeNumber(text);
  if (dimension.type === 'decimal') return /^-?\d{1,18}(\.\d{1,10})?$/.test(text) ? text : null;
  if (dimension.type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : null;
  return text;
}

const isText = (text: LocalizedText | false | undefined): text is LocalizedText => Boolean(text);

/** What people read in a tile. */
function textsOf(tile: Tile): LocalizedText[] {
  if (tile.kind === 'text') return [...(tile.title ? [tile.title] : []), tile.text];
  if (tile.kind === 'image') return [tile.title, tile.caption, tile.alternative].filter((text) => isText(text));
  return tile.subtitle ? [tile.title, tile.subtitle] : [tile.title];
}

/** A report's search entry: its title, its purpose and its tiles. */
export function toSearchEntry(id: string, document: ReportDocument): Omit<SearchEntry, 'permission'> {
  const { title, purpose, customMeasures = [] } = document;
  const texts = tilesOf(document).flatMap(textsOf);
  const tr = texts.flatMap((text) => text.tr ?? []).join('\n');
  return {
    id,
    title,
    detail: purpose,
    body: { en: texts.map(({ en }) => en).join('\n'), ...(tr && { tr }) },
    link: `/reports/${id}`,
    icon: 'report',
    shows: [...fieldsByDataset(document)].flatMap(([dataset, { measures }]) => {
      const defined = dataset === document.dataset ? customMeasures.map(({ name }) => name) : [];
      const names = [...measures].filter((name) => !defined.includes(name));
      return [dataset, ...names.map((name) => `${dataset}.${name}`)];
    }),
  };
}
