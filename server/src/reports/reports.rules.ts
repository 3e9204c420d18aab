import type { Dimension, Filter, ReportDocument, ReportState } from '@rise/contract';
import { measuresOfModel } from '@rise/engine';
import { UserError } from '../kernel/errors/user-error.ts';
import type { Choices, Fields } from './choices.ts';
import { minimumIssues, minimumsOf } from './minimums.rules.ts';
import type { SearchEntry } from '../search/search-index.service.ts';

/** Reads the reader's choices; VALIDATION_FAILED names what the document does not offer. */
export function readChoices(
  document: ReportDocument,
  state: ReportState,
  defaultSubject: string | null,
  fields: Fields,
): Choices {
  const issues: { field: string; message: string }[] = [];
  const measure = state.measure ?? document.measures[0]!;
  if (!document.measures.includes(measure)) {
    issues.push({ field: 'measure', message: `This report offers ${document.measures.join(', ')}.` });
  }
  const offered = [...document.peers, ...document.filters];
  const conditions = { rows: [] as Filter[], peers: [] as Filter[] };
  for (const [field, values] of Object.entries(state.filters)) {
    if (!offered.includes(field)) {
      issues.push({ field: `filters.${field}`, message: `This report filters by ${offered.join(', ')}.` });
    } else if (values.length > 0) {
      const typed = values.map((value) => typedValue(value, fields.dimension(field)));
      if (typed.includes(null))
        issues.push({ field: `filters.${field}`, message: 'Use values that the filter offers.' });
      else
        conditions[document.peers.includes(field) ? 'peers' : 'rows'].push({
          field,
          op: 'in',
          values: typed as (string | number | boolean)[],
        });
    }
  }
  if (state.peers === 'all' && conditions.peers.length > 0)
    issues.push({ field: 'peers', message: "Leave out 'peers', or the filters that choose the peers." });
  issues.push(...minimumIssues(document, state, fields));
  if (issues.length > 0) throw new UserError('VALIDATION_FAILED', undefined, issues);
  return {
    subject: state.subject ?? defaultSubject,
    measure,
    filter: allOf(conditions.rows),
    peers: allOf(conditions.peers),
  };
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
function typedValue(text: string, dimension: Dimension | undefined): string | number | boolean | null {
  if (dimension?.bands || !dimension) return text;
  if (dimension.type === 'integer') return wholeNumber(text);
  if (dimension.type === 'decimal') return /^-?\d{1,18}(\.\d{1,10})?$/.test(text) ? text : null;
  if (dimension.type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : null;
  return text;
}

/** A report's search entry: its title, its purpose and its tiles. */
export function toSearchEntry(id: string, document: ReportDocument): Omit<SearchEntry, 'permission'> {
  const { title, purpose, dataset, tiles, customMeasures = [] } = document;
  const texts = tiles.flatMap((tile) => (tile.subtitle ? [tile.title, tile.subtitle] : [tile.title]));
  const tr = texts.flatMap((text) => text.tr ?? []).join('\n');
  const measures = fieldNamesOf(document).measures.flatMap((name) => measuresOfModel(customMeasures, name));
  return {
    id,
    title,
    detail: purpose,
    body: { en: texts.map(({ en }) => en).join('\n'), ...(tr && { tr }) },
    link: `/reports/${id}`,
    icon: 'report',
    shows: [dataset, ...new Set(measures.map((measure) => `${dataset}.${measure}`))],
  };
}

/** Names of all dimensions and measures that a document shows, each once. */
export function fieldNamesOf(document: ReportDocument): { dimensions: string[]; measures: string[] } {
  const { subject, peers, filters, measures, tiles } = document;
  const dimensions = new Set([subject.key, subject.title, ...subject.details, ...peers, ...filters]);
  for (const { minimum } of minimumsOf(document)) dimensions.add(minimum.field);
  const measureNames = new Set([subject.size, ...measures]);
  if (subject.count) measureNames.add(subject.count);
  for (const tile of tiles) {
    if (tile.kind === 'table') dimensions.add(tile.dimension);
    // A column is one or the other.
    if (tile.kind === 'rows')
      for (const name of tile.columns) {
        dimensions.add(name);
        measureNames.add(name);
      }
    if ('measures' in tile) tile.measures.forEach((name) => measureNames.add(name));
    if (tile.kind === 'classification') {
      [tile.measure, ...(tile.companions ?? [])].forEach((name) => measureNames.add(name));
      for (const { field } of tile.notes ?? []) dimensions.add(field);
    }
    if (tile.kind === 'mix') [tile.whole, ...tile.parts].forEach((name) => measureNames.add(name));
  }
  return { dimensions: [...dimensions], measures: [...measureNames] };
}
