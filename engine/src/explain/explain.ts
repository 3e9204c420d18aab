import { accountCode, columnOf } from '@rise/contract';
import type { Explanation, FunnelQuery, Measure, Model, SemanticQuery } from '@rise/contract';
import { sql } from 'kysely';
import type { Dialect } from '../dialects/dialect.ts';
import { QueryError } from '../errors.ts';
import type { CompiledDataset, CompiledModel } from '../model/compiled-model.ts';
import { deliveredRange } from '../model/coverage.ts';
import type { TableColumn } from '../expression/columns.ts';
import { fromSql } from '../sql/fragments/source.ts';
import type { StatementRequest } from '../dialects/statement.ts';
import { FormulaWriter } from './formula.ts';

/** The measures of a query; of a list of rows, its columns. */
function measuresOf(query: Exclude<SemanticQuery, FunnelQuery>): readonly string[] {
  if (query.kind === 'rows') return query.columns.map(columnOf);
  return query.kind === 'distribution' ? [query.measure] : query.measures;
}

/**
 * Reduces a query to one of its measures or calculations, and returns that measure. Throws `QueryError` if it is not in
 * the query.
 */
export function narrowQuery(query: SemanticQuery, requested: string): { query: SemanticQuery; measure: string } {
  if (query.kind === 'funnel') {
    const message = 'A funnel has steps and no measures. Use POST /api/v1/query/funnel-explanation.';
    throw new QueryError([{ field: 'measure', message }]);
  }
  const calculations = query.kind === 'aggregate' ? query.calculations : [];
  const calculation = calculations.find(({ name }) => name === requested);
  const measures = measuresOf(query);
  if (!calculation && !measures.includes(requested)) {
    const names = [...measures, ...calculations.map(({ name }) => name)].join(', ');
    throw new QueryError([
      { field: 'measure', message: `The query has no measure '${requested}'. Name one of ${names}.` },
    ]);
  }
  if (query.kind === 'distribution' || query.kind === 'rows') return { query, measure: requested };
  if (query.kind === 'benchmark') return { query: { ...query, measures: [requested] }, measure: requested };
  const measure = calculation?.measure ?? requested;
  const order = query.order.filter(
    ({ field }) => field === requested || query.dimensions.some((request) => columnOf(request) === field),
  );
  const only = calculation
    ? { measures: [measure], calculations: [calculation] }
    : { measures: [requested], calculations: [] };
  return { query: { ...query, ...only, order }, measure };
}

/** Reads the names of the columns' accounts from the warehouse; null if the model has no accounts table. */
export function accountsStatement(
  model: CompiledModel,
  tenant: string,
  columns: TableColumn[],
  dialect: Dialect,
): StatementRequest | null {
  const { accounts } = model.model;
  if (!accounts || columns.length === 0) return null;
  const named = (column: string) => dialect.cast(sql.id(accounts.table, column), 'string');
  const account = dialect.call('upper', [named(accounts.account)]);
  const requested = columns.map(({ column }) => dialect.cast(sql`${column.toUpperCase()}`, 'string'));
  const source = { table: accounts.table, joins: [], tenant, rules: null };
  const statement = dialect.compile(sql`SELECT ${account} AS "account", MAX(${named(accounts.title)}) AS "title",
    MAX(${named(accounts.description)}) AS "description"
  ${fromSql(source, [], dialect)} AND ${account} IN (${sql.join(requested)})
  GROUP BY 1`);
  return { ...statement, types: ['string', 'string', 'string'], limit: null };
}

export function namedAccounts(
  { model, coverage }: CompiledModel,
  columns: TableColumn[],
  rows: string | null,
): Explanation['accounts'] {
  const matches = new Map(
    (JSON.parse(rows ?? '[]') as [string, string | null, string | null][]).map((row) => [row[0], row]),
  );
  return columns.map(({ table, column }) => {
    const row = matches.get(column.toUpperCase());
    return {
      account: accountCode(column, model),
      table,
      name: row?.[1] ?? null,
      description: row?.[2] ?? null,
      delivered: coverage && deliveredRange(coverage, { table, column }),
    };
  });
}

/** The part of an explanation that needs only the model. */
export function definitionOf(model: Model, from: CompiledDataset, measure: Measure) {
  const { dataset } = from;
  return {
    measure: measure.name,
    title: measure.title,
    definition: measure.definition,
    caveat: measure.caveat ?? null,
    formula: new FormulaWriter(model, from).write(measure),
    format: measure.format,
    owner: measure.owner ?? dataset.owner,
    source: measure.source ?? '',
    dataset: { name: dataset.name, title: dataset.title },
  };
}
