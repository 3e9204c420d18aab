import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { duckdb } from '../dialects/duckdb.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { rollupSql } from './rollup-sql.ts';
import type { BuiltRollup, RollupScope, LoadRollup, ReadyRollup, RollupPlan } from './rollup.ts';
import { planRollup } from './plan-rollup.ts';

/** Increase it when the same statement would return different rows. */
const HASH_VERSION = 1;

interface Declared {
  plan: RollupPlan;
  load: LoadRollup;
}

/** The rollups that a model declares, for a tenant's parameters, mappings and calendar. */
function declaredRollups(model: CompiledModel, scope: RollupScope, asOf: string | null): Declared[] {
  return model.model.datasets.flatMap(({ name: dataset, rollups }) =>
    rollups.map((rollup): Declared => {
      const plan = planRollup(model, scope, { dataset, rollup, asOf });
      const statement = rollupSql(plan, duckdb);
      // The statement includes everything its rows depend on: dimensions, parts, conditions, parameters, mappings,
      // joins, source.
      const content = JSON.stringify([HASH_VERSION, statement.sql, statement.parameters]);
      const hash = createHash('sha256').update(content).digest('base64url');
      const sums = plan.parts.filter(({ kind }) => kind === 'sum').map(({ name }) => name);
      return { plan, load: { dataset, name: rollup.name, table: plan.table, hash, statement, sums } };
    }),
  );
}

/** The part of a warehouse version that lists its rollups. Versions in external warehouses have none. */
type RollupVersion = { asOf: string | null } & (
  | { file: string; rollups?: readonly BuiltRollup[] }
  | { server: unknown }
);

/** The rollups that models declare, and those of them that versions contain. */
export class Rollups {
  readonly #declared = new LRUCache<string, Declared[]>({ max: 500 });

  /** Rollups to build in a load. */
  toLoad(model: CompiledModel, scope: RollupScope): LoadRollup[] {
    return this.#declaredBy(model, scope, null).map(({ load }) => load);
  }

  /** Rollups that a version lacks; none for external warehouses, where nothing is built. */
  missing(model: CompiledModel, scope: RollupScope, version: RollupVersion): LoadRollup[] {
    if (!('file' in version)) return [];
    const built = new Set(version.rollups?.map(({ hash }) => hash));
    return this.#declaredBy(model, scope, version.asOf).flatMap(({ load }) => (built.has(load.hash) ? [] : [load]));
  }

  /** Rollups of a version that match the model's: same hash, same rows. */
  ready(model: CompiledModel, scope: RollupScope, version: RollupVersion): readonly ReadyRollup[] {
    const built = 'file' in version ? (version.rollups ?? []) : [];
    if (built.length === 0) return [];
    return this.#declaredBy(model, scope, version.asOf).flatMap(({ plan, load }) => {
      const same = built.find(({ hash }) => hash === load.hash);
      return same ? [{ plan, ...same }] : [];
    });
  }

  #declaredBy(model: CompiledModel, scope: RollupScope, asOf: string | null): Declared[] {
    const { tenant, parameters, mappings, calendar } = scope;
    const key = JSON.stringify([model.hash, tenant, parameters, mappings?.hash, calendar, asOf]);
    const declared = this.#declared.get(key) ?? declaredRollups(model, scope, asOf);
    this.#declared.set(key, declared);
    return declared;
  }
}
