import type {
  AggregateQuery,
  BenchmarkQuery,
  Dimension,
  Filter,
  Measure,
  ReportDocument,
  ReportState,
  SemanticQuery,
  Tile,
} from '@rise/contract';
import { Failure } from '../kernel/failure.ts';
import type { SearchEntry } from '../search/search-index.service.ts';

/** What of the model the rules need to read a report's choices. */
export interface Fields {
  dimension(name: string): Dimension | undefined;
  measure(name: string): Measure | undefined;
}

/** The reader's choices, checked against the document: only its own filters and measures count. */
export interface Choices {
  /** The member the report is about; null when neither the reader nor the tenant names one. */
  subject: string | null;
  measure: string;
  filter: Filter | undefined;
}

/** Reads the reader's choices; VALIDATION_FAILED names what the document does not offer. */
export function readChoices(
  document: ReportDocument,
  state: ReportState,
  defaultSubject: string | null,
  fields: Fields,
): Choices {
  const problems: { field: string; message: string }[] = [];
  const measure = state.measure ?? document.measures[0]!;
  if (!document.measures.includes(measure)) {
    problems.push({ field: 'measure', message: `This report offers ${document.measures.join(', ')}.` });
  }
  const conditions: Filter[] = [];
  for (const [field, values] of Object.entries(state.filters)) {
    if (!document.filters.includes(field)) {
      problems.push({ field: `filters.${field}`, message: `This report filters by ${document.filters.join(', ')}.` });
    } else if (values.length > 0) {
      const typed = values.map((value) => typedValue(value, fields.dimension(field)));
      if (typed.includes(null))
        problems.push({ field: `filters.${field}`, message: 'Use values that the filter offers.' });
      else conditions.push({ field, op: 'in', values: typed as (string | number | boolean)[] });
    }
  }
  if (problems.length > 0) throw new Failure('VALIDATION_FAILED', undefined, problems);
  return {
    subject: state.subject ?? defaultSubject,
    measure,
    filter: conditions.length > 0 ? { all: conditions } : undefined,
  };
}

/** Addresses carry text; a condition carries the dimension's own type. Null when the text can't be one. */
function typedValue(text: string, dimension: Dimension | undefined): string | number | boolean | null {
  if (dimension?.bands || !dimension) return text;
  if (dimension.type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : null;
  if (dimension.type === 'boolean') return text === 'true' || text === 'false' ? text === 'true' : null;
  return text;
}

/** The queries of one tile by slot. A tile about a member has none while no member is chosen. */
export function tileQueries(
  document: ReportDocument,
  tile: Tile,
  choices: Choices,
  fields: Fields,
): Record<string, SemanticQuery> {
  const { dataset, subject: about } = document;
  const filter = choices.filter && { filter: choices.filter };
  const aggregate = (query: Partial<AggregateQuery>): AggregateQuery => ({
    kind: 'aggregate',
    dataset,
    dimensions: [],
    measures: [],
    calculations: [],
    order: [],
    limit: 1000,
    offset: 0,
    totals: false,
    ...filter,
    ...query,
  });
  const benchmark = (measures: string[]): Record<string, BenchmarkQuery> =>
    choices.subject === null
      ? {}
      : { benchmark: { kind: 'benchmark', dataset, by: about.key, member: choices.subject, measures, ...filter } };

  switch (tile.kind) {
    case 'kpis':
      return benchmark(tile.measures);
    case 'classification':
      return benchmark([tile.measure]);
    case 'ranking': {
      const direction = fields.measure(choices.measure)?.better === 'lower' ? 'asc' : 'desc';
      const ranking = aggregate({
        dimensions: [about.key, about.title],
        measures: [choices.measure],
        order: [{ field: choices.measure, direction }],
        limit: tile.limit,
      });
      return { ranking, ...benchmark([choices.measure]) };
    }
    case 'distribution': {
      const member = choices.subject === null ? {} : { member: choices.subject };
      return {
        distribution: {
          kind: 'distribution',
          dataset,
          by: about.key,
          measure: choices.measure,
          buckets: tile.buckets,
          ...member,
          ...filter,
        },
        ...benchmark([choices.measure]),
      };
    }
    case 'mix': {
      const measures = [tile.whole, ...tile.parts];
      const peers = aggregate({ measures });
      if (choices.subject === null) return { peers };
      const own: Filter = { field: about.key, op: 'in', values: [choices.subject] };
      return { subject: aggregate({ measures, filter: own }), peers };
    }
    case 'table':
      return {
        table: aggregate({
          dimensions: [tile.dimension],
          measures: tile.measures,
          order: [{ field: tile.dimension, direction: 'asc' }],
          totals: true,
        }),
      };
    default:
      return tile satisfies never;
  }
}

/** What of a report can be found: by its title, its purpose and its tiles. */
export function searchEntryOf(id: string, document: ReportDocument): SearchEntry {
  const { title, purpose, dataset, tiles } = document;
  const texts = tiles.flatMap((tile) => (tile.subtitle ? [tile.title, tile.subtitle] : [tile.title]));
  const tr = texts.flatMap((text) => text.tr ?? []).join('\n');
  return {
    id,
    permission: 'report.read',
    title,
    detail: purpose,
    body: { en: texts.map(({ en }) => en).join('\n'), ...(tr && { tr }) },
    link: `/reports/${id}`,
    icon: 'report',
    shows: [dataset, ...namedFields(document).measures.map((measure) => `${dataset}.${measure}`)],
  };
}

/** Names of every dimension and measure that a document shows, each once. */
export function namedFields(document: ReportDocument): { dimensions: string[]; measures: string[] } {
  const { subject, filters, measures, tiles } = document;
  const dimensions = new Set([subject.key, subject.title, ...subject.details, ...filters]);
  const named = new Set([subject.size, ...measures]);
  if (subject.count) named.add(subject.count);
  for (const tile of tiles) {
    if (tile.kind === 'table') dimensions.add(tile.dimension);
    if ('measures' in tile) tile.measures.forEach((name) => named.add(name));
    if (tile.kind === 'classification') named.add(tile.measure);
    if (tile.kind === 'mix') [tile.whole, ...tile.parts].forEach((name) => named.add(name));
  }
  return { dimensions: [...dimensions], measures: [...named] };
}
