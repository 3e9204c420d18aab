import type { ServerWarehouseSettings, WarehouseSettings } from '@rise/contract';
import type { ServerSettings } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import type { GlobalTx, TenantTx } from '../kernel/database.ts';
import { Failure } from '../kernel/failure.ts';
import type { HostAllowance } from '../kernel/host-allowance.ts';
import { seal, unseal } from '../kernel/keys.ts';
import { engineSettings, hostOf, joinSecrets, splitSecrets, tenantKeyOf, type Secrets } from './connections.rules.ts';
import { connectionInForce, putConnection } from './connections.sql.ts';

/** A warehouse in a server of its own, as one tenant reaches it. */
export interface Connection {
  /** Another one after each change of the settings. */
  readonly revision: string;
  readonly settings: ServerWarehouseSettings;
  readonly server: ServerSettings;
  /** The value in the tenant column of the tenant's rows. */
  readonly tenantKey: string;
}

/** How tenants' warehouses are reached, with the secrets that takes. */
export interface Connections {
  /** The connection that holds for the transaction's tenant; null where its figures lie in files of our own. `revision` spares a look where it is known. */
  inForce(tx: TenantTx, revision?: string): Promise<Connection | null>;
  /** Keeps settings for a tenant, or with null for everybody without a connection of their own. */
  put(tx: GlobalTx, tenantId: string | null, settings: WarehouseSettings): Promise<void>;
  /** Whether a host that is written as an address may not be reached. */
  refuses(host: string): boolean;
}

export interface ConnectionsOptions {
  /** Under which secrets are sealed. */
  readonly key: Buffer;
  readonly hosts: HostAllowance;
}

const ownerOf = (tenantId: string | null) => tenantId ?? 'everybody';

export function createConnections({ key, hosts }: ConnectionsOptions): Connections {
  const known = new LRUCache<string, { connection: Connection | null }>({ max: 1000 });
  return {
    async inForce(tx, revision) {
      const place = (of: string) => `${tx.tenantId} ${of}`;
      const kept = revision === undefined ? undefined : known.get(place(revision));
      if (kept) return kept.connection;
      const row = await connectionInForce(tx);
      if (!row) return null;
      const opened = row.secrets === null ? '{}' : unseal(key, ownerOf(row.tenantId), row.secrets);
      if (opened === null)
        throw new Failure(
          'WAREHOUSE_UNAVAILABLE',
          'The password of the warehouse cannot be read under this SESSION_SECRET. Connect the warehouse again.',
        );
      const settings = joinSecrets(row.settings, JSON.parse(opened) as Secrets);
      if (!settings)
        throw new Failure('WAREHOUSE_UNAVAILABLE', 'Connect the warehouse again: its settings are not whole.');
      let connection: Connection | null = null;
      if (settings.engine !== 'duckdb') {
        if (hosts.refuses(hostOf(settings)))
          throw new Failure('WAREHOUSE_UNAVAILABLE', 'This installation may not connect to the warehouse any more.');
        const tenantKey = tenantKeyOf(settings, { id: tx.tenantId, slug: row.slug }) ?? tx.tenantId;
        connection = { revision: row.revision, settings, server: engineSettings(settings), tenantKey };
      }
      known.set(place(row.revision), { connection });
      return connection;
    },
    async put(tx, tenantId, settings) {
      const { plain, secrets } = splitSecrets(settings);
      const none = Object.keys(secrets).length === 0;
      const sealed = none ? null : seal(key, ownerOf(tenantId), JSON.stringify(secrets));
      await putConnection(tx, { tenantId, settings: plain, secrets: sealed });
    },
    refuses: (host) => hosts.refuses(host),
  };
}
