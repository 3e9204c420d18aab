import type { SuggestedRollups } from '@rise/contract';
import type { Engine, SuggestedRollup } from '@rise/engine';
import { Document, type YAMLSeq } from 'yaml';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { askedShapes, countQueries } from './query-log.sql.ts';

export interface RollupService {
  /** Rollups that would have answered what was asked lately. */
  suggestions(actor: TenantActor): Promise<SuggestedRollups>;
}

const whole = (count: number) => Math.round(count).toLocaleString('en-US');

/** As it is put into a model, with what speaks for each in a comment. */
function documentOf(rollups: readonly SuggestedRollup[]): string {
  const datasets = [...new Set(rollups.map(({ dataset }) => dataset))].map((name) => {
    const members = rollups
      .filter(({ dataset }) => dataset === name)
      .map(({ rollup, answers, elapsedMs, rows, of, savedMs }) => {
        const [time, saved] = [whole(elapsedMs), whole(savedMs)];
        const why = `# ${answers} questions that took ${time} ms; ${whole(rows)} rows instead of ${whole(of)}, about ${saved} ms less`;
        const yaml = new Document([rollup]);
        for (const key of ['dimensions', 'measures']) (yaml.getIn([0, key]) as YAMLSeq).flow = true;
        const text = yaml.toString({ lineWidth: 100 });
        return `      ${why}\n${text.replaceAll(/^(?=.)/gm, '      ')}`;
      });
    return `  - name: ${name}\n    rollups:\n${members.join('')}`;
  });
  return datasets.length === 0 ? '' : `datasets:\n${datasets.join('')}`;
}

export function createRollups({
  database,
  engine,
  warehouses,
}: {
  database: Database;
  engine: Engine;
  warehouses: WarehouseService;
}): RollupService {
  return {
    async suggestions(actor) {
      const { model, version, terms } = await warehouses.current(actor);
      const { queries, shapes } = await database.withTenant(
        actor,
        async (tx) => ({ queries: await countQueries(tx), shapes: await askedShapes(tx) }),
        'reads',
      );
      const rollups = await engine.suggestRollups({
        model,
        version,
        scope: { ...terms, tenant: actor.tenantId },
        shapes,
      });
      return { queries, rollups, document: documentOf(rollups) };
    },
  };
}
