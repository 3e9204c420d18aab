import { columnOf } from '@rise/contract';
import type { CombinedDataset, Dataset, Explanation, Measure, SemanticQuery } from '@rise/contract';
import { sql } from 'kysely';
import type { Dialect } from './dialects/dialect.ts';
import { QueryError } from './errors.ts';
import type { CompiledDataset, CompiledModel } from './model/compile-model.ts';
import { writeExpression } from './expression/write.ts';
import { measuresIn } from './model/read-expressions.ts';
import { columnsIn } from './plan/bound.ts';
import { flattenTerms, overOf } from './plan/plan-measure.ts';
import type { PlanColumn, PlanTerm } from './plan/plan.ts';
import { fromSql } from './sql/source.ts';
import type { StatementRequest } from './warehouses/messages.ts';

const PREFIX = 'ACCT_';

/** The account code of a column: 'ACCT_041B' is 041B, 'Acct_997' is 997. */
export function accountCode(column: string): string {
  return column.toUpperCase().startsWith(PREFIX) ? column.slice(PREFIX.length) : column;
}

/** What stands for several days, before what stands on each: 'last day of sum(balance.amount)'. */
const OF_DAYS = { last: 'last', first: 'first', average: 'average', min: 'least', max: 'greatest' } as const;

function atomText(from: CompiledDataset, name: string): string {
  const over = overOf(from.measures.get(name)!);
  return over ? `${OF_DAYS[over.take]} day of ${rowsText(from, name)}` : rowsText(from, name);
}

function rowsText(from: CompiledDataset, name: string): string {
  const measure = from.measures.get(name)!;
  const { values, conditions } = from.expressions;
  const value = values.get(name);
  const condition = conditions.get(name);
  const where = condition ? ` where ${writeExpression(condition)}` : '';
  if (measure.kind === 'sum' && measure.columns) {
    const codes = measure.columns.map((column) => accountCode(column.column));
    const text = codes.length === 1 ? codes[0]! : `(${codes.join(', else ')})`;
    return where ? `sum(${text}${where})` : text;
  }
  if (measure.kind === 'count') return `count(${from.factOf.get(name)!.dataset.table}${where})`;
  const share = measure.kind === 'percentile' ? `, ${measure.share}` : '';
  const word = measure.kind === 'count_distinct' ? 'count distinct' : measure.kind;
  return `${word}(${value ? writeExpression(value) : name}${share}${where})`;
}

function sumText(from: CompiledDataset, terms: PlanTerm[]): string {
  return terms
    .map(({ atom, factor }, index) => {
      const negative = factor.startsWith('-');
      const size = negative ? factor.slice(1) : factor;
      const text = size === '1' ? atomText(from, atom) : `${atomText(from, atom)} × ${size}`;
      return index === 0 ? `${negative ? '−' : ''}${text}` : ` ${negative ? '−' : '+'} ${text}`;
    })
    .join('');
}

/** The arithmetic of a measure in account codes: '041B ÷ 025B', '(550 − 551) × 12 ÷ months ÷ 025B'. */
export function formulaText(from: CompiledDataset, measure: Measure): string {
  const bracket = (terms: PlanTerm[]) => (terms.length === 1 ? sumText(from, terms) : `(${sumText(from, terms)})`);
  switch (measure.kind) {
    case 'derived':
      return writeExpression(from.expressions.values.get(measure.name)!);
    case 'combine':
      return sumText(from, flattenTerms(from, measure.terms));
    case 'ratio': {
      const top = bracket(flattenTerms(from, measure.numerator));
      const bottom = bracket(flattenTerms(from, measure.denominator));
      const ratio = `${top}${measure.annualise ? ' × 12 ÷ months' : ''} ÷ ${bottom}`;
      const { truncate, unit, decimals } = measure.format;
      if (!truncate) return ratio;
      return unit === 'percent' ? `trunc(${ratio} × 100, ${decimals}) %` : `trunc(${ratio}, ${decimals})`;
    }
    default:
      return atomText(from, measure.name);
  }
}

/** The source columns behind a measure, each once. */
export function columnsBehind(from: CompiledDataset, measure: Measure): PlanColumn[] {
  const { values, conditions } = from.expressions;
  const behind = (each: Measure): PlanColumn[] => {
    if (each.kind === 'ratio')
      return [...each.numerator, ...each.denominator].flatMap(({ measure: part }) => named(part));
    if (each.kind === 'combine') return each.terms.flatMap(({ measure: part }) => named(part));
    const value = values.get(each.name);
    if (each.kind === 'derived') return measuresIn(value!).flatMap(named);
    const condition = conditions.get(each.name);
    return [...(value ? columnsIn(value) : []), ...(condition ? columnsIn(condition) : [])];
  };
  const named = (name: string) => behind(from.measures.get(name)!);
  return [...new Map(behind(measure).map((column) => [`${column.table}.${column.column}`, column])).values()];
}

/**
 * The part of a query that answers one of its measures or calculations, and the measure that it is about. Throws
 * `QueryError` where the query does not have it.
 */
export function narrowQuery(query: SemanticQuery, asked: string): { query: SemanticQuery; measure: string } {
  const calculations = query.kind === 'aggregate' ? query.calculations : [];
  const calculation = calculations.find(({ name }) => name === asked);
  const measures = query.kind === 'distribution' ? [query.measure] : query.measures;
  if (!calculation && !measures.includes(asked)) {
    const names = [...measures, ...calculations.map(({ name }) => name)].join(', ');
    throw new QueryError([
      { field: 'measure', message: `The query does not ask for '${asked}'. Name one of ${names}.` },
    ]);
  }
  if (query.kind === 'distribution') return { query, measure: asked };
  if (query.kind === 'benchmark') return { query: { ...query, measures: [asked] }, measure: asked };
  const measure = calculation?.measure ?? asked;
  const order = query.order.filter(
    ({ field }) => field === asked || query.dimensions.some((request) => columnOf(request) === field),
  );
  const only = calculation
    ? { measures: [measure], calculations: [calculation] }
    : { measures: [asked], calculations: [] };
  return { query: { ...query, ...only, order }, measure };
}

/** Asks the warehouse what the accounts behind the columns are called; null where the model names no accounts table. */
export function accountsStatement(
  model: CompiledModel,
  tenant: string,
  columns: PlanColumn[],
  dialect: Dialect,
): StatementRequest | null {
  const { accounts } = model.model;
  if (!accounts || columns.length === 0) return null;
  const named = (column: string) => dialect.cast(sql.id(accounts.table, column), 'string');
  const account = dialect.call('upper', [named(accounts.account)]);
  const asked = columns.map(({ column }) => dialect.cast(sql`${column.toUpperCase()}`, 'string'));
  const source = { table: accounts.table, joins: [], tenant, rules: null };
  const statement = dialect.compile(sql`SELECT ${account} AS "account", MAX(${named(accounts.title)}) AS "title",
    MAX(${named(accounts.description)}) AS "description"
  ${fromSql(source, [], dialect)} AND ${account} IN (${sql.join(asked)})
  GROUP BY 1`);
  return { ...statement, types: ['string', 'string', 'string'], limit: null };
}

export function namedAccounts(columns: PlanColumn[], rows: string | null): Explanation['accounts'] {
  const found = new Map(
    (JSON.parse(rows ?? '[]') as [string, string | null, string | null][]).map((row) => [row[0], row]),
  );
  return columns.map(({ table, column }) => {
    const row = found.get(column.toUpperCase());
    return { account: accountCode(column), table, name: row?.[1] ?? null, description: row?.[2] ?? null };
  });
}

/** What of an explanation the model alone knows. */
export function definitionOf(dataset: Dataset | CombinedDataset, from: CompiledDataset, measure: Measure) {
  return {
    measure: measure.name,
    title: measure.title,
    definition: measure.definition,
    caveat: measure.caveat ?? null,
    formula: formulaText(from, measure),
    format: measure.format,
    owner: measure.owner ?? dataset.owner,
    source: measure.source ?? '',
    dataset: { name: dataset.name, title: dataset.title },
  };
}
