import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { duckdb } from '../dialects/duckdb.ts';
import type { CompiledModel } from '../model/compiled-model.ts';
import { rollupSql } from './rollup-sql.ts';
import type { BuiltRollup, RollupScope, LoadRollup, ReadyRollup, RollupPlan } from './rollup.ts';
import { planRollup } from './plan-rollup.ts';
import { declaredValues } from './stored-values.ts';
import type { DeclaredValues, ReadyValues } from './stored-values.ts';

/** Increase it when the same statement would return different rows. */
const HASH_VERSION = 1;

interface DeclaredRollup {
  plan: RollupPlan;
  load: LoadRollup;
}

/** What a version stores besides its tables. */
interface Declared {
  rollups: DeclaredRollup[];
  values: DeclaredValues[];
}
const loadsOf = ({ rollups, values }: Declared): LoadRollup[] => [...rollups, ...values].map(({ load }) => load);

/** The rollups that a model declares, for a tenant's parameters, mappings and calendar. */
function declaredRollups(model: CompiledModel, scope: RollupScope, asOf: string | null): DeclaredRollup[] {
  return model.model.datasets.flatMap(({ name: dataset, rollups }) =>
    rollups.map((rollup): DeclaredRollup => {
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

/** The rollups that models declare, their last known values, and those of them that versions contain. */
export class Rollups {
  readonly #declared = new LRUCache<string, Declared>({ max: 500 });

  /** Rollups and last known values to build in a load. */
  toLoad(model: CompiledModel, scope: RollupScope): LoadRollup[] {
    return loadsOf(this.#declaredBy(model, scope, null));
  }

  /** Rollups and last known values that a version lacks; none for external warehouses, where nothing is built. */
  missing(model: CompiledModel, scope: RollupScope, version: RollupVersion): LoadRollup[] {
    if (!('file' in version)) return [];
    const built = new Set(version.rollups?.map(({ hash }) => hash));
    return loadsOf(this.#declaredBy(model, scope, version.asOf)).filter(({ hash }) => !built.has(hash));
  }

  /** Rollups of a version that match the model's: same hash, same rows. */
  ready(model: CompiledModel, scope: RollupScope, version: RollupVersion): readonly ReadyRollup[] {
    const built = 'file' in version ? (version.rollups ?? []) : [];
    if (built.length === 0) return [];
    return this.#declaredBy(model, scope, version.asOf).rollups.flatMap(({ plan, load }) => {
      const same = built.find(({ hash }) => hash === load.hash);
      return same ? [{ plan, ...same }] : [];
    });
  }

  /** Last known values of a version that match the model's. */
  readyValues(model: CompiledModel, scope: RollupScope, version: RollupVersion): readonly ReadyValues[] {
    const built = 'file' in version ? (version.rollups ?? []) : [];
    if (built.length === 0) return [];
    return this.#declaredBy(model, scope, version.asOf).values.flatMap(({ text, load }) => {
      const same = built.find(({ hash }) => hash === load.hash);
      return same ? [{ text, ...same, table: load.table }] : [];
    });
  }

  #declaredBy(model: CompiledModel, scope: RollupScope, asOf: string | null): Declared {
    const { tenant, parameters, mappings, calendar } = scope;
    const key = JSON.stringify([model.hash, tenant, parameters, mappings?.hash, calendar, asOf]);
    const declared = this.#declared.get(key) ?? {
      rollups: declaredRollups(model, scope, asOf),
      values: declaredValues(model, scope, asOf),
    };
    this.#declared.set(key, declared);
    return declared;
  }
}
