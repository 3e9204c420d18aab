import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileModel, parseModel } from '@rise/engine';
import { expect, test } from 'vitest';
import { SAMPLES } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import type { QueryService } from '../query/query.service.ts';
import type { Warehouse } from '../warehouse/warehouse.service.ts';
import { QuestionLexicons } from './question-lexicons.service.ts';

const FILE = join(SAMPLES, 'core', 'model.yaml');
const model = compileModel(parseModel(readFileSync(FILE, 'utf8'), FILE));
const actor = systemIn('0');

const warehouse = (version: object, settings = 1) =>
  ({ tenantId: '0', model, version: { number: 1, ...version }, tenantSettings: { revision: settings } }) as Warehouse;

/** How many queries each warehouse takes, read one after another. */
async function queriesFor(warehouses: readonly Warehouse[]): Promise<number[]> {
  let count = 0;
  const queries = {
    hiddenFieldsIn: () => new Map(),
    runIn: () => {
      count += 1;
      return Promise.resolve({ text: JSON.stringify({ rows: [['A', 'B']], meta: { truncated: false } }) });
    },
  } as unknown as QueryService;
  const lexicons = new QuestionLexicons({ queries });
  const counts: number[] = [];
  for (const item of warehouses) {
    const before = count;
    await lexicons.of(item, actor);
    counts.push(count - before);
  }
  return counts;
}

test('the words of our own files are read once for each version of data and settings', async () => {
  const own = { file: '1.duckdb' };
  const [first, again, loaded, set, back] = await queriesFor([
    warehouse(own),
    warehouse(own),
    warehouse({ file: '2.duckdb', number: 2 }),
    warehouse(own, 2),
    warehouse(own),
  ]);
  expect(first).toBeGreaterThan(0);
  expect([again, loaded, set, back]).toEqual([0, first, first, 0]);
});

test('the words of a server are read again for each warehouse', async () => {
  const same = warehouse({ server: {} });
  const [first, again, other] = await queriesFor([same, same, warehouse({ server: {} })]);
  expect([again, other]).toEqual([0, first]);
});
