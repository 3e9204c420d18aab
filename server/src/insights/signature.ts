import { createHash } from 'node:crypto';
import { restrictionsOn, type ReaderOf } from '@rise/engine';
import type { Warehouse } from '../warehouse/warehouse.service.ts';

/**
 * Of what the model's rules and masks keep from a reader: equal ones see the same rows and columns. Rules may read the
 * tenant's parameters, so where there are any, those count, too.
 */
export function signatureOf(
  { model, tenantSettings }: Pick<Warehouse, 'model' | 'tenantSettings'>,
  reader: ReaderOf,
): string {
  const restrictions = restrictionsOn(model, [...model.datasets.keys()], reader);
  if (restrictions.length === 0) return 'all';
  return createHash('sha256')
    .update(JSON.stringify([restrictions, tenantSettings.revision]))
    .digest('hex');
}
