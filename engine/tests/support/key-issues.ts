import type { Model } from '@rise/contract';
import { expect } from 'vitest';
import { checkKeys } from '../../src/checks/keys.ts';
import type { IssuePath } from '../../src/errors.ts';
import type { GeneratedWarehouse } from './generated-warehouse.ts';

const issue = (path: IssuePath, message: string) => ({
  file: '',
  line: null,
  column: null,
  path: path.join('.'),
  message: message.replaceAll(/(\d)\.0+(?=\D)/g, '$1'),
});

/** What a push says about a model's join keys in the warehouse, which must be the same on every engine. */
export async function keyIssues({ engine, versions }: GeneratedWarehouse, model: Model): Promise<string[]> {
  const [first, ...others] = await Promise.all(
    Object.values(versions).map(async (version) => {
      const repeated = await engine.catalogs.repeatedKeys({ model, version, tenant: 'alder' });
      return checkKeys(model, repeated, issue).map(({ path, message }) => `${path}: ${message}`);
    }),
  );
  for (const other of others) expect(other).toEqual(first);
  return first!;
}
