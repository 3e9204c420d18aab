import type { DuckDBConnection } from '@duckdb/node-api';
import type { CompiledModel } from '../../src/model/compiled-model.ts';
import type { Plan } from '../../src/plan/plan.ts';
import type { Scope } from '../../src/plan/scope.ts';
import { declaredValues, readStoredValues } from '../../src/rollups/stored-values.ts';
import type { ReadyValues } from '../../src/rollups/stored-values.ts';
import { buildRollup } from '../../src/warehouses/embedded/build-rollup.ts';

/** Tables of last known values beside those of a generated warehouse, as a load builds them. */
export class StoredTables {
  readonly #connection: DuckDBConnection;
  readonly #built = new Map<string, ReadyValues>();

  constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  /** The plan with its last known values read from stored ones; null where it has none that can be stored. */
  async read(plan: Plan, model: CompiledModel, scope: Scope): Promise<Plan | null> {
    if (!JSON.stringify(plan).includes('"known":')) return null;
    for (const { text, load } of declaredValues(model, scope, null)) {
      if (this.#built.has(load.table)) continue;
      const built = await buildRollup(this.#connection, 'memory', load);
      if ('problem' in built) throw new Error(built.problem);
      this.#built.set(load.table, { text, table: load.table, inexact: built.inexact });
    }
    const stored = readStoredValues(plan, [...this.#built.values()]);
    return JSON.stringify(stored) === JSON.stringify(plan) ? null : stored;
  }

  async drop(): Promise<void> {
    for (const table of this.#built.keys()) await this.#connection.run(`DROP TABLE memory.main."${table}"`);
  }
}
