import { createHash } from 'node:crypto';
import { duckdb } from '../dialects/duckdb.ts';
import { textOf } from '../expression/build.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { lastKnownOf } from '../model/measures.ts';
import type { KnownValues, Plan, PlanSource } from '../plan/plan.ts';
import { bindDataset } from '../planner/binding/bound-dataset.ts';
import { followingRows } from '../planner/sources/known-values.ts';
import { storedValuesSql } from '../sql/fragments/source.ts';
import type { BuiltRollup, LoadRollup, RollupScope } from './rollup.ts';

/** Increase it when the same statement would return different rows. */
const HASH_VERSION = 1;

/** Rows of last known values that a model's measures read, and the table that a version stores them in. */
export interface DeclaredValues {
  /** Identifies which rows follow each other and how. */
  text: string;
  load: LoadRollup;
}

/** Stored rows that a version has. */
export interface ReadyValues extends Pick<BuiltRollup, 'inexact' | 'beside'> {
  text: string;
  table: string;
}

/**
 * Rows of a table follow each other in the same way, whatever the measure, its filter and its time to carry values for.
 */
const textOfRows = (table: string, { key, day, order }: Pick<KnownValues, 'key' | 'day' | 'order'>): string =>
  JSON.stringify([table, [...key, day, ...order].map(textOf), key.length]);

/** The rows of last known values to store, each once, however many measures read them. */
export function declaredValues(model: CompiledModel, scope: RollupScope, asOf: string | null): DeclaredValues[] {
  const declared = new Map<string, DeclaredValues>();
  for (const { name: dataset, measures } of model.model.datasets) {
    if (!measures.some(lastKnownOf)) continue;
    // The tenant's rows, for every reader.
    const bound = bindDataset(model, model.datasets.get(dataset)!, { ...scope, reader: 'system' }, asOf);
    for (const fact of bound.facts) {
      if (!fact.lastKnown) continue;
      const { table } = fact.from.dataset;
      const rows = followingRows(fact, fact.lastKnown);
      const source = { table, tenant: scope.tenant };
      const statement = duckdb.compile(storedValuesSql(source, { ...rows, carryDays: null, rules: [] }, duckdb));
      const content = JSON.stringify([HASH_VERSION, statement.sql, statement.parameters]);
      const hash = createHash('sha256').update(content).digest('base64url');
      const named = `known values ${dataset} ${hash.slice(0, 8)}`;
      const load = { dataset, name: `known values ${hash.slice(0, 8)}`, table: named, hash, statement, sums: null };
      const text = textOfRows(table, rows);
      if (!declared.has(text)) declared.set(text, { text, load });
    }
  }
  return [...declared.values()];
}

/**
 * The plan with last known values read from the rows that a version stores. Values are known for the same time,
 * whatever the query filters; only where a reader's rules on the date hide the rows that end a value, it is computed in
 * the query.
 */
export function readStoredValues<P extends Plan>(plan: P, ready: readonly ReadyValues[]): P {
  if (ready.length === 0) return plan;
  const facts = plan.facts.map((fact) => ({ ...fact, source: storedSource(fact.source, ready) }));
  const of = 'of' in plan && plan.of ? { of: readStoredValues(plan.of, ready) } : {};
  return { ...plan, facts, ...of };
}

function storedSource(source: PlanSource, ready: readonly ReadyValues[]): PlanSource {
  if (source.rows) return { ...source, rows: readStoredValues(source.rows, ready) };
  const { known, table } = source;
  if (!known || known.rules.length > 0) return source;
  const text = textOfRows(table, known);
  const same = ready.find((item) => item.text === text);
  if (!same) return source;
  const { inexact, beside } = same;
  return {
    ...source,
    known: { ...known, stored: { table: same.table, inexact, ...(beside !== undefined && { beside }) } },
  };
}
