import { semanticQuery, timeGrain, type SemanticQuery } from '@rise/contract';
import { z } from 'zod';
import { nearestNames } from './fields.rules.ts';
import type { DatasetLexicon, Lexicon } from './lexicon.rules.ts';

const name = z.string().trim().min(1).max(100);
const units = timeGrain.exclude(['hour']);

/**
 * A query in the flat form in which programs that write language propose one: names and texts only, nothing nested but
 * its filters. It becomes a semantic query or an error that says what to write instead.
 */
export const flatQuery = z.strictObject({
  dataset: name.describe('Name of the dataset, as find_fields gives it.'),
  measures: z.array(name).max(10).default([]).describe('Names of measures. What is shown of each group.'),
  group_by: z
    .array(name)
    .max(4)
    .default([])
    .describe('Names of dimensions. A date takes a unit: "as_of.quarter"; units are day to fiscal_year.'),
  filters: z
    .array(
      z.strictObject({
        field: name,
        op: z.enum(['in', 'notIn', 'contains', 'startsWith', 'gt', 'gte', 'lt', 'lte', 'isNull', 'isNotNull']),
        values: z
          .array(z.union([z.string().max(500), z.number(), z.boolean()]))
          .max(100)
          .default([]),
      }),
    )
    .max(20)
    .default([])
    .describe(
      'All of them apply. A dimension takes stored values, as find_values gives them; a measure takes numbers, a percentage as a fraction.',
    ),
  last: z.int().min(1).max(1000).optional().describe('So many complete periods of `unit` up to the data’s last day.'),
  unit: units.optional().describe('Unit of `last`.'),
  current: units.optional().describe('The present period to date instead: "year" is the year to date.'),
  since: z.string().max(10).optional().describe('First day, YYYY-MM-DD.'),
  until: z.string().max(10).optional().describe('Last day, YYYY-MM-DD.'),
  order_by: name.optional().describe('A measure or dimension of the query.'),
  descending: z.boolean().default(true),
  limit: z.int().min(1).max(200).optional().describe('How many rows.'),
});
export type FlatQuery = z.output<typeof flatQuery>;

/** Why a proposal is no query, in a sentence that says what to write instead. */
export class ProposalError extends Error {
  override name = 'ProposalError';
}

const DEFAULT_LIMIT = 50;

/** The semantic query of a flat one. Throws a `ProposalError` for names that the reader has not, with the nearest. */
export function toSemanticQuery(flat: FlatQuery, lexicon: Lexicon): SemanticQuery {
  const dataset = lexicon.datasets.find((item) => item.name === flat.dataset);
  if (!dataset)
    throw unknown(
      'dataset',
      flat.dataset,
      lexicon.datasets.map((item) => item.name),
    );
  for (const measure of flat.measures)
    if (!dataset.measures.has(measure)) throw unknown('measure', measure, dataset.measures.keys());
  const dimensions = flat.group_by.map((item) => groupOf(item, dataset));
  const conditions = flat.filters.map(({ field, op, values }) => {
    if (dataset.dimensions.has(field)) return { kind: 'dimension' as const, condition: { field, op, values } };
    if (!dataset.measures.has(field))
      throw unknown('field', field, [...dataset.dimensions.keys(), ...dataset.measures.keys()]);
    if (op === 'contains' || op === 'startsWith')
      throw new ProposalError(`'${field}' is a measure: compare it with numbers, by gt, gte, lt or lte.`);
    return { kind: 'measure' as const, condition: { measure: field, op, values } };
  });
  const during = periodOf(flat, dataset);
  const filters = [
    ...conditions.flatMap((item) => (item.kind === 'dimension' ? [item.condition] : [])),
    ...(during ? [during] : []),
  ];
  const having = conditions.flatMap((item) => (item.kind === 'measure' ? [item.condition] : []));
  const order = orderOf(flat, dataset);
  const parsed = semanticQuery.safeParse({
    dataset: flat.dataset,
    dimensions,
    measures: flat.measures,
    ...(filters.length > 0 && { filter: filters.length === 1 ? filters[0] : { all: filters } }),
    ...(having.length > 0 && { having: having.length === 1 ? having[0] : { all: having } }),
    ...(order && { order: [order] }),
    limit: flat.limit ?? DEFAULT_LIMIT,
  });
  if (!parsed.success) throw new ProposalError(z.prettifyError(parsed.error));
  return parsed.data;
}

function groupOf(text: string, dataset: DatasetLexicon): string | { field: string; grain: string } {
  const [field = '', grain] = text.split('.');
  const dimension = dataset.dimensions.get(field);
  if (!dimension) throw unknown('dimension', field, dataset.dimensions.keys());
  if (grain === undefined) return field;
  if (dimension.type !== 'date' && dimension.type !== 'timestamp')
    throw new ProposalError(`'${field}' is no date: group by '${field}' without a unit.`);
  if (!timeGrain.safeParse(grain).success)
    throw new ProposalError(`'${grain}' is no unit. Units: ${timeGrain.options.join(', ')}.`);
  return { field, grain };
}

function periodOf({ last, unit, current, since, until }: FlatQuery, { date, name: of }: DatasetLexicon): object | null {
  const isRange = since !== undefined || until !== undefined;
  const ways = [last !== undefined, current !== undefined, isRange].filter(Boolean).length;
  if (ways === 0) return null;
  if (ways > 1) throw new ProposalError('Choose one of `last` with `unit`, `current`, or `since` and `until`.');
  if (date === null) throw new ProposalError(`'${of}' has no date by which it could be restricted.`);
  if (last !== undefined && unit === undefined) throw new ProposalError('`last` needs a `unit`.');
  const during =
    last !== undefined
      ? { last, unit }
      : current !== undefined
        ? { current }
        : { ...(since !== undefined && { since }), ...(until !== undefined && { until }) };
  return { field: date, during };
}

function orderOf({ order_by: by, descending, measures, group_by: groups }: FlatQuery, dataset: DatasetLexicon) {
  const [first] = measures;
  if (by === undefined)
    return first !== undefined && groups.some((item) => !item.includes('.'))
      ? { field: first, direction: descending ? 'desc' : 'asc' }
      : null;
  const field = by.replace('.', '_');
  const shown = [...measures, ...groups.map((item) => item.replace('.', '_'))];
  if (!shown.includes(field))
    throw dataset.measures.has(by) || dataset.dimensions.has(by)
      ? new ProposalError(`Order by what the query shows: ${shown.join(', ')}.`)
      : unknown('field', by, shown);
  return { field, direction: descending ? 'desc' : 'asc' };
}

function unknown(what: string, name: string, names: Iterable<string>): ProposalError {
  const near = nearestNames(name, names);
  const hint = near.length > 0 ? `The nearest: ${near.join(', ')}.` : 'Look it up with find_fields.';
  return new ProposalError(`There is no ${what} '${name.slice(0, 100)}'. ${hint}`);
}
