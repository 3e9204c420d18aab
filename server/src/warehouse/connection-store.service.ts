import type { ServerWarehouseSettings, WarehouseSettings } from '@rise/contract';
import type { ParameterTarget, ServerSettings } from '@rise/engine';
import { LRUCache } from 'lru-cache';
import type { GlobalTx, TenantTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import type { HostAllowance } from '../kernel/security/host-allowance.ts';
import { seal, unseal } from '../kernel/security/keys.ts';
import {
  engineSettings,
  hostOf,
  joinSecrets,
  parameterTarget,
  splitSecrets,
  tenantKeyOf,
  type Secrets,
} from './connections.rules.ts';
import { activeConnection, putConnection, type ConnectionRow } from './connections.sql.ts';

/** A warehouse in an external server, as one tenant connects to it. */
export interface Connection {
  /** Changes with each change of the settings. */
  readonly revision: string;
  readonly settings: ServerWarehouseSettings;
  readonly server: ServerSettings;
  /** The value in the tenant column of the tenant's rows. */
  readonly tenantKey: string;
  /** The table that the tenant's parameters are written to; null: none. */
  readonly parameters: ParameterTarget | null;
}

export interface ConnectionStoreOptions {
  /** The key under which secrets are sealed. */
  readonly key: Buffer;
  readonly hosts: HostAllowance;
}

/** The owner that secrets are sealed for: they open for no other. */
const sealOwner = (tenantId: string | null) => tenantId ?? 'everybody';

/** Connections to external warehouses, with their secrets. */
export class ConnectionStore {
  readonly #key: Buffer;
  readonly #hosts: HostAllowance;
  /** By tenant and revision; null: our own files. */
  readonly #cache = new LRUCache<string, { connection: Connection | null; isOwn: boolean }>({ max: 1000 });

  constructor({ key, hosts }: ConnectionStoreOptions) {
    this.#key = key;
    this.#hosts = hosts;
  }

  /** The active connection of the transaction's tenant; null: our own files. A known `revision` saves a query. */
  async findActive(tx: TenantTx, revision?: string): Promise<Connection | null> {
    const cached = revision === undefined ? undefined : this.#cache.get(`${tx.tenantId} ${revision}`);
    if (cached) return cached.connection;
    const row = await activeConnection(tx);
    if (!row) return null;
    const connection = this.open(tx.tenantId, row);
    this.#cache.set(`${tx.tenantId} ${row.revision}`, { connection, isOwn: row.tenantId !== null });
    return connection;
  }

  /** Drops the connections that are cached for a tenant; returns the servers of its own ones, to close what is open there. */
  forget(tenantId: string): ServerSettings[] {
    const servers: ServerSettings[] = [];
    const cached = [...this.#cache.entries()].filter(([key]) => key.startsWith(`${tenantId} `));
    for (const [key, { connection, isOwn }] of cached) {
      this.#cache.delete(key);
      if (isOwn && connection) servers.push(connection.server);
    }
    return servers;
  }

  /** Stores settings for a tenant, or with null for every tenant without its own. */
  async put(tx: GlobalTx, tenantId: string | null, settings: WarehouseSettings): Promise<void> {
    await putConnection(tx, { tenantId, ...this.seal(tenantId, settings) });
  }

  /** Settings as they are stored: secrets apart, readable for the tenant alone. */
  seal(tenantId: string | null, settings: WarehouseSettings): Pick<ConnectionRow, 'settings' | 'secrets'> {
    const { plain, secrets } = splitSecrets(settings);
    const hasSecrets = Object.keys(secrets).length > 0;
    const sealed = hasSecrets ? seal(this.#key, sealOwner(tenantId), JSON.stringify(secrets)) : null;
    return { settings: plain, secrets: sealed };
  }

  /** Whether a host given as an IP address is rejected. */
  refuses(host: string): boolean {
    return this.#hosts.rejects(host);
  }

  /** A stored connection with its secrets; null for our own files. Throws WAREHOUSE_UNAVAILABLE. */
  open(tenantId: string, row: Omit<ConnectionRow, 'connectedAt'> & { slug: string }): Connection | null {
    const opened = row.secrets === null ? '{}' : unseal(this.#key, sealOwner(row.tenantId), row.secrets);
    if (opened === null)
      throw new UserError(
        'WAREHOUSE_UNAVAILABLE',
        'The password of the warehouse cannot be decrypted with this SESSION_SECRET. Connect the warehouse again.',
      );
    const settings = joinSecrets(row.settings, JSON.parse(opened) as Secrets);
    if (!settings)
      throw new UserError(
        'WAREHOUSE_UNAVAILABLE',
        'The warehouse settings are incomplete. Connect the warehouse again.',
      );
    if (settings.engine === 'duckdb') return null;
    if (this.#hosts.rejects(hostOf(settings)))
      throw new UserError('WAREHOUSE_UNAVAILABLE', 'This installation may no longer connect to the warehouse.');
    const tenantKey = tenantKeyOf(settings, { id: tenantId, slug: row.slug }) ?? tenantId;
    const parameters = parameterTarget(settings, tenantKey);
    return { revision: row.revision, settings, server: engineSettings(settings), tenantKey, parameters };
  }
}
