import { TENANT_PAGE, type ManagedTenant, type TenantChange } from '@rise/contract';
import { systemIn, type Actor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { endTenantSessions } from '../sessions/tenant-sessions.service.ts';
import { folderBytes } from './folder-bytes.ts';
import * as sql from './tenant-administration.sql.ts';
import { insertTenant } from './tenants.sql.ts';

interface TenantAdministrationOptions {
  readonly database: Database;
  /** Folders with one folder per tenant, whose files are its storage. */
  readonly warehouseDirectory: string;
  readonly uploadDirectory: string;
}

export interface TenantListRequest {
  readonly search?: string | undefined;
  readonly state?: ManagedTenant['state'] | undefined;
  readonly page: number;
}

/** The tenants of the installation, as those who run it see and change them. */
export class TenantAdministrationService {
  readonly #database: Database;
  readonly #directories: readonly string[];

  constructor({ database, warehouseDirectory, uploadDirectory }: TenantAdministrationOptions) {
    this.#database = database;
    this.#directories = [warehouseDirectory, uploadDirectory];
  }

  async list(
    actor: Actor,
    { search = '', state, page }: TenantListRequest,
  ): Promise<{ tenants: ManagedTenant[]; total: number }> {
    const filter = { search, state: state ?? null };
    const window = { most: TENANT_PAGE, offset: (page - 1) * TENANT_PAGE };
    const [rows, total] = await this.#database.withGlobal(
      actor,
      async (tx) => [await sql.listManaged(tx, filter, window), await sql.countManaged(tx, filter)] as const,
      'reads',
    );
    const tenants: ManagedTenant[] = [];
    // One after the other: a page of tenants must not take all connections of the pool.
    for (const row of rows) tenants.push(await this.#describe(row));
    return { tenants, total };
  }

  /** CONFLICT for a slug in use. */
  async create(actor: Actor, { slug, name }: { slug: string; name: string }): Promise<ManagedTenant> {
    const row = await this.#database.withGlobal(actor, async (tx) => {
      const created = await insertTenant(tx, { slug, name, homeMember: null });
      if (!created)
        throw new UserError('CONFLICT', 'Another tenant has this slug. Choose another one.', [
          { field: 'slug', message: 'Another tenant has this slug. Choose another one.' },
        ]);
      actor.record?.note({ after: { slug, name } }, created.id);
      return sql.findManaged(tx, created.id);
    });
    return this.#describe(row!);
  }

  change(actor: Actor, id: string, { name, features }: TenantChange): Promise<ManagedTenant> {
    return this.#update(actor, id, async (tx) => {
      const before = await sql.lockSettings(tx, id);
      if (!before) throw notFound();
      const after = {
        name: name ?? before.name,
        chat: features?.chat === undefined ? before.chat : features.chat,
        insights: features?.insights === undefined ? before.insights : features.insights,
      };
      await sql.saveSettings(tx, id, after);
      await recordIn(tx, actor, { action: 'tenant.change', id, details: { before, after } });
    });
  }

  /** Nothing changes where it is suspended already. */
  suspend(actor: Actor, id: string): Promise<ManagedTenant> {
    return this.#update(actor, id, async (tx) => {
      if ((await sql.suspendTenant(tx, id)) === 0) return;
      await endTenantSessions(tx, id);
      await recordIn(tx, actor, { action: 'tenant.suspend', id, details: toSuspended(true) });
    });
  }

  /** Nothing changes where it is active already. */
  restore(actor: Actor, id: string): Promise<ManagedTenant> {
    return this.#update(actor, id, async (tx) => {
      if ((await sql.restoreTenant(tx, id)) > 0)
        await recordIn(tx, actor, { action: 'tenant.restore', id, details: toSuspended(false) });
    });
  }

  /** Changes a tenant and has its people's open pages reload their session, and streams check their rights. */
  async #update(actor: Actor, id: string, change: (tx: GlobalTx) => Promise<void>): Promise<ManagedTenant> {
    const row = await this.#database.withGlobal(actor, async (tx) => {
      await change(tx);
      const changed = await sql.findManaged(tx, id);
      if (!changed) throw notFound();
      await publish(tx, { kind: 'session', to: { tenants: [id] } });
      return changed;
    });
    return this.#describe(row);
  }

  async #describe({ chat, insights, ...row }: sql.ManagedTenantRow): Promise<ManagedTenant> {
    const { id, createdAt, suspendedAt } = row;
    const { version, asOf, loadedAt, ...usage } = await this.#database.withTenant(systemIn(id), sql.readUsage, 'reads');
    const sizes = await Promise.all(this.#directories.map((directory) => folderBytes(directory, id)));
    return {
      ...row,
      ...usage,
      state: suspendedAt === null ? 'active' : 'suspended',
      createdAt: createdAt.toISOString(),
      suspendedAt: suspendedAt?.toISOString() ?? null,
      features: { chat, insights },
      data: version === null || loadedAt === null ? null : { version, asOf, loadedAt: loadedAt.toISOString() },
      storageBytes: sizes.reduce((sum, size) => sum + size, 0),
    };
  }
}

const toSuspended = (suspended: boolean) => ({ before: { suspended: !suspended }, after: { suspended } });

/** Also in the tenant's own audit trail: its administrators see what was done to it. */
async function recordIn(
  tx: GlobalTx,
  actor: Actor,
  { action, id, details }: { action: string; id: string; details: Readonly<Record<string, unknown>> },
): Promise<void> {
  actor.record?.note(details);
  await writeRecord(tx, { ...actor, tenantId: id }, { action, outcome: 'done', target: id, details });
}
