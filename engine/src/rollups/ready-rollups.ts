import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { duckdb } from '../dialects/duckdb.ts';
import type { CompiledModel } from '../model/compile-model.ts';
import { rollupSql } from '../sql/rollup.ts';
import type { LoadRollup } from '../warehouses/messages.ts';
import type { WarehouseVersion } from '../warehouses/warehouses.ts';
import { planRollup } from './plan-rollup.ts';
import type { CountedFor, ReadyRollup, RollupPlan } from './rollup.ts';

/** To be counted up where the same statement would give other rows. */
const MEANING = 1;

interface Declared {
  plan: RollupPlan;
  load: LoadRollup;
}

/** The rollups that a model declares, for a tenant's parameters, mappings and calendar. */
function declared(model: CompiledModel, scope: CountedFor, asOf: string | null): Declared[] {
  return model.model.datasets.flatMap(({ name: dataset, rollups }) =>
    rollups.map((rollup): Declared => {
      const plan = planRollup(model, scope, { dataset, rollup, asOf });
      const statement = rollupSql(plan, duckdb);
      // Dimensions, parts, conditions, parameters, meanings of codes, joins, source: all that its rows depend on stands in the statement.
      const said = JSON.stringify([MEANING, statement.sql, statement.parameters]);
      const hash = createHash('sha256').update(said).digest('base64url');
      const sums = plan.parts.filter(({ kind }) => kind === 'sum').map(({ name }) => name);
      return { plan, load: { dataset, name: rollup.name, table: plan.table, hash, statement, sums } };
    }),
  );
}

export interface Rollups {
  /** What a load has to build for a model. */
  toLoad(model: CompiledModel, scope: CountedFor): LoadRollup[];
  /** What a version lacks of them; nothing is built for a server's. */
  missing(model: CompiledModel, scope: CountedFor, version: WarehouseVersion): LoadRollup[];
  /** Those that a version has and that the model declares alike: same hash, same rows. */
  ready(model: CompiledModel, scope: CountedFor, version: WarehouseVersion): readonly ReadyRollup[];
}

export function createRollups(): Rollups {
  const known = new LRUCache<string, Declared[]>({ max: 500 });
  const of = (model: CompiledModel, scope: CountedFor, asOf: string | null): Declared[] => {
    const { tenant, parameters, mappings, calendar } = scope;
    const key = JSON.stringify([model.hash, tenant, parameters, mappings?.hash, calendar, asOf]);
    const found = known.get(key) ?? declared(model, scope, asOf);
    known.set(key, found);
    return found;
  };
  return {
    toLoad: (model, scope) => of(model, scope, null).map(({ load }) => load),
    missing(model, scope, version) {
      if (!('file' in version)) return [];
      const built = new Set(version.rollups?.map(({ hash }) => hash));
      return of(model, scope, version.asOf).flatMap(({ load }) => (built.has(load.hash) ? [] : [load]));
    },
    ready(model, scope, version) {
      const built = 'file' in version ? (version.rollups ?? []) : [];
      if (built.length === 0) return [];
      return of(model, scope, version.asOf).flatMap(({ plan, load }) => {
        const same = built.find(({ hash }) => hash === load.hash);
        return same ? [{ plan, ...same }] : [];
      });
    },
  };
}
