import type { SuggestedRollups } from '@rise/contract';
import type { Engine, SuggestedRollup } from '@rise/engine';
import { Document, type YAMLSeq } from 'yaml';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { countQueries, queryShapes } from './query-log.sql.ts';

const formatCount = (count: number) => Math.round(count).toLocaleString('en-US');

/** The rollups as a fragment of a model, each with a comment on what it saves. */
function documentOf(rollups: readonly SuggestedRollup[]): string {
  const datasets = [...new Set(rollups.map(({ dataset }) => dataset))].map((name) => {
    const entries = rollups.filter(({ dataset }) => dataset === name).map(entryOf);
    return `  - name: ${name}\n    rollups:\n${entries.join('')}`;
  });
  return datasets.length === 0 ? '' : `datasets:\n${datasets.join('')}`;
}

function entryOf({ rollup, answers, elapsedMs, rows, of, savedMs }: SuggestedRollup): string {
  const [time, saved] = [formatCount(elapsedMs), formatCount(savedMs)];
  const comment = `# ${answers} queries that took ${time} ms; ${formatCount(rows)} rows instead of ${formatCount(of)}, about ${saved} ms less`;
  const yaml = new Document([rollup]);
  for (const key of ['dimensions', 'measures']) (yaml.getIn([0, key]) as YAMLSeq).flow = true;
  const text = yaml.toString({ lineWidth: 100 });
  return `      ${comment}\n${text.replaceAll(/^(?=.)/gm, '      ')}`;
}

/** Suggests rollups from the queries of the last weeks. */
export class RollupService {
  readonly #database: Database;
  readonly #engine: Engine;
  readonly #warehouses: WarehouseService;

  constructor({ database, engine, warehouses }: { database: Database; engine: Engine; warehouses: WarehouseService }) {
    this.#database = database;
    this.#engine = engine;
    this.#warehouses = warehouses;
  }

  /** Rollups that would have served recent queries. */
  async suggestions(actor: TenantActor): Promise<SuggestedRollups> {
    const { model, version, tenantSettings } = await this.#warehouses.current(actor);
    const { queries, shapes } = await this.#database.withTenant(
      actor,
      async (tx) => ({ queries: await countQueries(tx), shapes: await queryShapes(tx) }),
      'reads',
    );
    const scope = { ...tenantSettings, tenant: actor.tenantId };
    const rollups = await this.#engine.rollups.suggest({ model, version, scope, shapes });
    return { queries, rollups, document: documentOf(rollups) };
  }
}
