import type { Adapter, AdapterPayload } from 'oidc-provider';
import { SYSTEM } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import * as sql from './provider-records.sql.ts';

/** Kinds of records that are deleted together with their grant. */
const GRANTED = new Set(['AccessToken', 'AuthorizationCode', 'RefreshToken']);

/**
 * Stores the provider's state in our database, so that a restart signs no one out. `consumedBefore`: the provider's error
 * for what can be redeemed once.
 */
export function providerAdapter(database: Database, consumedBefore: () => Error): (kind: string) => Adapter {
  return (kind) => ({
    async upsert(id, payload, expiresIn) {
      await database.withGlobal(SYSTEM, (tx) =>
        sql.upsertRecord(tx, {
          kind,
          id,
          payload: JSON.stringify(payload),
          grantId: GRANTED.has(kind) ? (payload.grantId ?? null) : null,
          uid: payload.uid ?? null,
          seconds: expiresIn ?? null,
        }),
      );
    },
    find: async (id) => readable(await database.withGlobal(SYSTEM, (tx) => sql.findRecord(tx, kind, id))),
    findByUid: async (uid) => readable(await database.withGlobal(SYSTEM, (tx) => sql.findRecordByUid(tx, kind, uid))),
    // Device codes are disabled.
    findByUserCode: async () => undefined,
    async consume(id) {
      // Of several redemptions at once, all of which found it unused, one succeeds.
      if (!(await database.withGlobal(SYSTEM, (tx) => sql.consumeRecord(tx, kind, id)))) throw consumedBefore();
    },
    destroy: (id) => database.withGlobal(SYSTEM, (tx) => sql.deleteRecord(tx, kind, id)),
    revokeByGrantId: (grantId) => database.withGlobal(SYSTEM, (tx) => sql.deleteGranted(tx, grantId)),
  });
}

function readable(row: sql.ProviderRecord | null): AdapterPayload | undefined {
  if (!row) return undefined;
  return row.consumed === null ? row.payload : { ...row.payload, consumed: row.consumed };
}
