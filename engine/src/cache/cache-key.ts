import { createHash } from 'node:crypto';
import type { SqlParameters } from '@rise/contract';
import type { Plan } from '../plan/plan.ts';
import type { Statement } from '../dialects/statement.ts';

declare const brand: unique symbol;
/** Identifies one result. Only `cacheKey` creates keys, and it requires every part. */
export type CacheKey = string & { readonly [brand]: 'CacheKey' };

/** An ad-hoc statement and the views that it can read. */
export interface SqlPlan {
  kind: 'sql';
  sql: string;
  parameters: SqlParameters;
  views: Statement[];
  limit: number;
}

export interface CacheKeyParts {
  tenant: string;
  /** The version's number and file. */
  dataVersion: string;
  modelHash: string;
  plan: Plan | SqlPlan;
}

export function cacheKey({ tenant, dataVersion, modelHash, plan }: CacheKeyParts): CacheKey {
  const parts = JSON.stringify([tenant, dataVersion, modelHash, plan]);
  return `${tenant} ${createHash('sha256').update(parts).digest('base64url')}` as CacheKey;
}

/** Whether a key is of a result of this tenant. */
export const isKeyOf = (key: string, tenant: string): boolean => key.startsWith(`${tenant} `);
