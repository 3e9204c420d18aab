import { createHash } from 'node:crypto';
import type { Plan } from '../plan/plan.ts';
import type { Statement } from '../sql/statement.ts';

declare const brand: unique symbol;
/** Names one answer. Only `cacheKey` makes one, and it cannot be made with any of its parts missing. */
export type CacheKey = string & { readonly [brand]: 'CacheKey' };

/** What somebody wrote in SQL, and what it sees as tables. */
export interface SqlPlan {
  kind: 'sql';
  sql: string;
  views: Statement[];
  limit: number;
}

export interface CacheKeyParts {
  tenant: string;
  policyHash: string;
  /** The version's number and file. */
  dataVersion: string;
  modelHash: string;
  plan: Plan | SqlPlan;
}

export function cacheKey({ tenant, policyHash, dataVersion, modelHash, plan }: CacheKeyParts): CacheKey {
  const parts = JSON.stringify([tenant, policyHash, dataVersion, modelHash, plan]);
  return createHash('sha256').update(parts).digest('base64url') as CacheKey;
}
