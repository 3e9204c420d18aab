import { createHash } from 'node:crypto';
import type { ParameterTarget } from '@rise/engine';

/** Hash of a table's place and the rows in it. */
export function contentHash(
  connection: string,
  { schema, table, tenant }: ParameterTarget,
  rows: readonly object[],
): string {
  return createHash('sha256')
    .update(JSON.stringify([connection, schema, table, tenant, rows]))
    .digest('hex');
}

const LONGEST_RETRY_MS = 60 * 60 * 1000;

/** Twice as long after each failure. */
export function retryAfter(failures: number, firstMs: number): number {
  return Math.min(LONGEST_RETRY_MS, firstMs * 2 ** Math.min(20, failures - 1));
}
