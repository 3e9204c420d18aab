import { model as modelSchema, semanticQuery } from '@rise/contract';
import type { Cell, ResultColumn } from '@rise/contract';
import { compileModel } from '../../src/checks/compile-model.ts';
import type { CompiledModel } from '../../src/model/compiled-model.ts';
import { planQuery } from '../../src/planner/query.ts';
import type { TestDatabase } from '../support/test-postgres.ts';
import { dayNumber } from './days.ts';
import { sum, withoutNulls } from './aggregate.ts';
import type { Value } from './aggregate.ts';
import { queryModels } from './check-results.ts';
import type { RunSettings, AdaptedQuery } from './check-results.ts';
import { modelOf } from './generate-model.ts';
import { toClientQuery } from './write-query.ts';
import { evaluateQuery } from './reference-evaluator.ts';
import { isOfAmounts } from './tenders.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';

const title = { en: 'T' };
const NAME = 'derived';
const STATISTICS = ['sum', 'average', 'min', 'max', 'median'] as const;

/** The generated query without what is about its result only. */
const withoutResults = (warehouse: GeneratedWarehouse, request: AdaptedQuery): AdaptedQuery => {
  const { custom } = request;
  // Rows have amounts in one currency.
  const isOwn = (name: string) => name === 'filtered' || name === 'formula';
  const rejectsCustom = custom !== null && isOfAmounts(warehouse, custom, 'formula');
  const isRejected = (name: string) => (isOwn(name) ? rejectsCustom : isOfAmounts(warehouse, custom, name));
  const rows = request.names.find((name) => name.endsWith('rows'))!;
  return {
    ...request,
    names: request.names.map((name) => (isRejected(name) ? rows : name)),
    custom: rejectsCustom ? null : custom,
    calculations: [],
    fill: false,
    currency: null,
    totals: false,
    rollup: false,
  };
};

/** What a query over the groups asks for: a bit for each of their dimensions, and further choices. */
const bitsOf = ({ measures }: AdaptedQuery) => 1 + measures[0]! + measures.length * 7;

interface Question {
  /** Columns of the groups: dimensions, then measures. */
  columns: ResultColumn[];
  keys: number;
  /** Places of the dimensions that are grouped by, of one that has to have a value, and of the date of balances. */
  grouped: number[];
  present: number | null;
  time: number | null;
}

function questionOf(request: AdaptedQuery, columns: ResultColumn[]): Question {
  const keys = columns.filter(({ role }) => role === 'dimension').length;
  const bits = bitsOf(request);
  const places = Array.from({ length: keys }, (_, place) => place);
  const dates = places.filter((place) => columns[place]!.type === 'date');
  return {
    columns,
    keys,
    grouped: places.filter((place) => (bits >> place) & 1),
    present: bits % 3 === 0 ? bits % keys : null,
    time: dates.length > 0 ? dates[bits % dates.length]! : null,
  };
}

/** The model with the groups of a query as a dataset, and each statistic of its measures. */
function derivedModel(base: CompiledModel, query: object, { columns, keys, time }: Question): CompiledModel {
  const { dataset, dimensions, measures, customMeasures, filter, having } = query as Record<string, unknown>;
  const format = (unit = 'number') => ({ title, definition: title, format: { unit } });
  const figures = columns.slice(keys).flatMap(({ name, type }, place) => {
    if (type === 'date') return [{ name: `latest_${place}`, kind: 'max', expression: name, ...format('date') }];
    const own = STATISTICS.map((kind) => ({ name: `${kind}_${place}`, kind, expression: name, ...format() }));
    if (time === null) return own;
    return [
      ...own,
      { name: `last_${place}`, kind: 'sum', expression: name, over: { time: `d_${time}`, take: 'last' }, ...format() },
    ];
  });
  const derived = {
    name: NAME,
    title,
    description: title,
    owner: 'Finance',
    query: { dataset, dimensions, measures, customMeasures, filter, having },
    dimensions: columns.slice(0, keys).map(({ name, type }, place) => ({
      name: `d_${place}`,
      title,
      type,
      column: { table: NAME, column: name },
    })),
    measures: [{ name: 'rows', kind: 'count', ...format() }, ...figures],
  };
  return compileModel(modelSchema.parse({ ...base.model, datasets: [...base.model.datasets, derived] }));
}

const figuresOf = ({ columns, keys, time }: Question): { name: string; kind: string; place: number }[] =>
  columns.slice(keys).flatMap(({ type }, place) => {
    const kinds = type === 'date' ? ['latest'] : [...STATISTICS, ...(time === null ? [] : ['last'])];
    return kinds.map((kind) => ({ name: `${kind}_${place}`, kind, place }));
  });

function statistic(kind: string, values: readonly number[]): number | null {
  const ordered = values.toSorted((one, other) => one - other);
  const middle = (ordered.length - 1) / 2;
  switch (kind) {
    case 'average':
      return values.length === 0 ? null : sum(values)! / values.length;
    case 'min':
      return ordered[0] ?? null;
    case 'max':
    case 'latest':
      return ordered.at(-1) ?? null;
    case 'median':
      return values.length === 0 ? null : (ordered[Math.floor(middle)]! + ordered[Math.ceil(middle)]!) / 2;
    default:
      return sum(values);
  }
}

/** The groups of the groups, of these dimensions, each with its figures. */
function groupsOf(
  rows: readonly Value[][],
  question: Question,
  { grouped, all }: { grouped: readonly number[]; all: readonly Value[][] },
): Value[][] {
  const { keys, time } = question;
  const groups = new Map<string, Value[][]>(grouped.length === 0 ? [['[]', []]] : []);
  for (const row of rows) {
    const key = JSON.stringify(grouped.map((place) => row[place]!));
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const lastOf = (day: Value) => {
    // Conditions on other dimensions leave the last day as it is.
    const days = withoutNulls(all.map((row) => row[time!] as string | null));
    return grouped.includes(time!) ? day : (days.toSorted().at(-1) ?? null);
  };
  return [...groups].map(([key, own]) => [
    ...(JSON.parse(key) as Value[]),
    own.length,
    ...figuresOf(question).map(({ kind, place }) => {
      const isLast = (row: Value[]) => row[time!] !== null && row[time!] === lastOf(row[time!]!);
      const counted = kind === 'last' ? own.filter(isLast) : own;
      return statistic(kind, withoutNulls(counted.map((row) => row[keys + place] as number | null)));
    }),
  ]);
}

const toNumber = (cell: Cell | Value | undefined): number | null => {
  if (cell === null || cell === undefined) return null;
  return typeof cell === 'string' && cell.includes('-', 1) && !cell.includes('e') ? dayNumber(cell) : Number(cell);
};
/** Sums of doubles differ in their last digits, and cancel each other but for these. */
const isClose = (one: number | null, other: number | null) =>
  one === null || other === null
    ? one === other
    : Math.abs(one - other) <= 1e-8 * Math.max(1, Math.abs(one), Math.abs(other));

/** Whether two results have the same groups with the same figures, in any order. */
function haveSameGroups(one: readonly (Cell | Value)[][], other: readonly (Cell | Value)[][], keys: number): boolean {
  const keyOf = (row: readonly (Cell | Value)[]) => JSON.stringify(row.slice(0, keys));
  const others = new Map(other.map((row) => [keyOf(row), row]));
  return (
    one.length === other.length &&
    one.every((row) => {
      const match = others.get(keyOf(row));
      return match?.slice(keys).every((cell, place) => isClose(toNumber(cell), toNumber(row[keys + place]))) ?? false;
    })
  );
}

/**
 * Makes the groups of each generated query a dataset, asks for statistics of them, and compares the results with those
 * of the reference evaluator's groups; returns the number of rows.
 */
export async function checkDerived(database: TestDatabase, amount: RunSettings): Promise<{ rows: number }> {
  let rows = 0;
  const questions = new Map<AdaptedQuery, Question>();
  await queryModels(
    database,
    amount,
    (warehouse, request) => {
      const question = questions.get(request)!;
      const { grouped, present, keys } = question;
      const all = evaluateQuery(warehouse, withoutResults(warehouse, request)).rows;
      const groups = all.filter((row) => present === null || row[present] !== null);
      const requested = groupsOf(groups, question, { grouped, all });
      const [total] = groupsOf(groups, question, { grouped: [], all });
      return (answer) => {
        rows += answer.rows.length;
        if (!haveSameGroups(answer.rows, requested, grouped.length)) return { keys, requested, got: answer.rows };
        if (grouped.length === 0 || haveSameGroups([answer.totals!.slice(grouped.length)], [total!], 0)) return null;
        return { requested: total, got: answer.totals };
      };
    },
    {
      queryFor: (warehouse: GeneratedWarehouse, request: AdaptedQuery) => {
        if (request.dimensions.length === 0) return null;
        const base = modelOf(warehouse);
        const query = toClientQuery(warehouse, withoutResults(warehouse, request));
        const { columns } = planQuery(base, { tenant: 'alder' }, semanticQuery.parse(query));
        const question = questionOf(request, columns);
        questions.set(request, question);
        const { grouped, present } = question;
        return {
          model: derivedModel(base, query, question),
          query: {
            dataset: NAME,
            dimensions: grouped.map((place) => `d_${place}`),
            measures: ['rows', ...figuresOf(question).map(({ name }) => name)],
            ...(present !== null && { filter: { field: `d_${present}`, op: 'isNotNull' } }),
            totals: grouped.length > 0,
            limit: 10_000,
          },
        };
      },
    },
  );
  return { rows };
}
