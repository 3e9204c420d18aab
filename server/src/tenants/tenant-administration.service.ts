import {
  TENANT_JOB_KINDS,
  TENANT_PAGE,
  type Language,
  type ManagedTenant,
  type NewTenantFields,
  type PlanLimits,
  type SentInvitation,
  type TenantChange,
} from '@rise/contract';
import { systemIn, type Actor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { invalidField, notFound, UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import { endTenantSessions } from '../sessions/tenant-sessions.service.ts';
import { folderBytes } from './folder-bytes.ts';
import * as sql from './tenant-administration.sql.ts';
import * as deletion from './tenant-deletion.sql.ts';
import type { TenantCreationService } from './tenant-creation.service.ts';

interface TenantAdministrationOptions {
  readonly database: Database;
  /** Folders with one folder per tenant, whose files are its storage. */
  readonly warehouseDirectory: string;
  readonly uploadDirectory: string;
  /** Days between scheduling a deletion and the deletion. */
  readonly deletionDays: number;
  readonly creation: TenantCreationService;
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
  readonly #deletionDays: number;
  readonly #creation: TenantCreationService;

  constructor({ database, warehouseDirectory, uploadDirectory, deletionDays, creation }: TenantAdministrationOptions) {
    this.#database = database;
    this.#creation = creation;
    this.#deletionDays = deletionDays;
    this.#directories = [warehouseDirectory, uploadDirectory];
  }

  async list(
    actor: Actor,
    { search = '', state, page }: TenantListRequest,
  ): Promise<{ tenants: ManagedTenant[]; total: number; deletionDays: number }> {
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
    return { tenants, total, deletionDays: this.#deletionDays };
  }

  /** CONFLICT for a slug in use. */
  async create(actor: Actor, fields: NewTenantFields): Promise<ManagedTenant & { invitation: SentInvitation | null }> {
    const { id, invitation } = await this.#creation.create(actor, fields);
    const row = await this.#database.withGlobal(actor, (tx) => sql.findManaged(tx, id), 'reads');
    return { ...(await this.#describe(row!)), invitation };
  }

  /** NOT_FOUND for a tenant that is suspended; CONFLICT for one that has an administrator, and as of invitations. */
  async inviteAdministrator(
    actor: Actor,
    id: string,
    to: { email: string; language?: Language | undefined },
  ): Promise<SentInvitation> {
    const invitation = await this.#creation.inviteAdministrator(actor, id, to);
    await this.#database.withGlobal(actor, (tx) =>
      recordIn(tx, actor, { action: 'tenant.invite-administrator', id, details: { invitation: invitation.id } }),
    );
    return invitation;
  }

  change(actor: Actor, id: string, { name, features, sqlAccess, limits }: TenantChange): Promise<ManagedTenant> {
    return this.#update(actor, id, async (tx) => {
      const before = await sql.lockSettings(tx, id);
      if (!before) throw notFound();
      const after = {
        name: name ?? before.name,
        chat: features?.chat === undefined ? before.chat : features.chat,
        chatbot: features?.chatbot === undefined ? before.chatbot : features.chatbot,
        insights: features?.insights === undefined ? before.insights : features.insights,
        sqlAccess: sqlAccess === undefined ? before.sqlAccess : sqlAccess,
        limits: { ...before.limits, ...definedOf(limits ?? {}) },
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

  /** Nothing changes where it is active already. CONFLICT while its deletion is scheduled. */
  restore(actor: Actor, id: string): Promise<ManagedTenant> {
    return this.#update(actor, id, async (tx) => {
      const changed = await sql.restoreTenant(tx, id);
      if (changed > 0) await recordIn(tx, actor, { action: 'tenant.restore', id, details: toSuspended(false) });
      else if ((await sql.findManaged(tx, id))?.suspendedAt)
        throw new UserError('CONFLICT', 'The tenant is to be deleted. Call off its deletion first.');
    });
  }

  /** CONFLICT for a tenant that is not suspended, or scheduled already; VALIDATION_FAILED where `name` is not its name. */
  async scheduleDeletion(actor: Actor, id: string, name: string): Promise<ManagedTenant> {
    const requestedBy = await authorOf(this.#database, actor);
    return this.#update(actor, id, async (tx) => {
      const tenant = await sql.lockSettings(tx, id);
      if (!tenant) throw notFound();
      if (tenant.name.trim() !== name.trim())
        throw invalidField('name', 'This is not the name of the tenant. Enter it as it is shown.');
      if ((await deletion.scheduleDeletion(tx, id, { days: this.#deletionDays, requestedBy })) === 0)
        throw new UserError('CONFLICT', 'Suspend the tenant first. A deletion is scheduled once.');
      const details = {
        before: { deletionScheduled: false },
        after: { deletionScheduled: true, days: this.#deletionDays },
      };
      await recordIn(tx, actor, { action: 'tenant.schedule-deletion', id, details });
    });
  }

  /** CONFLICT where none is scheduled, or it has begun. */
  callOffDeletion(actor: Actor, id: string): Promise<ManagedTenant> {
    return this.#update(actor, id, async (tx) => {
      if ((await sql.findManaged(tx, id)) === null) throw notFound();
      if ((await deletion.cancelDeletion(tx, id)) === 0)
        throw new UserError('CONFLICT', 'No deletion is scheduled, or it has begun. Reload the page.');
      const details = { before: { deletionScheduled: true }, after: { deletionScheduled: false } };
      await recordIn(tx, actor, { action: 'tenant.call-off-deletion', id, details });
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

  async #describe({
    chat,
    chatbot,
    insights,
    deletionDueAt,
    deletionRequestedBy,
    isDeleting,
    ...row
  }: sql.ManagedTenantRow): Promise<ManagedTenant> {
    const { id, createdAt, suspendedAt } = row;
    const { version, asOf, loadedAt, jobs, ...usage } = await this.#database.withTenant(
      systemIn(id),
      sql.readUsage,
      'reads',
    );
    const sizes = await Promise.all(this.#directories.map((directory) => folderBytes(directory, id)));
    return {
      ...row,
      ...usage,
      jobs: TENANT_JOB_KINDS.map((kind) => ({ kind, ...(jobs[kind] ?? { done: 0, failed: 0 }) })),
      state: deletionDueAt !== null ? 'deleting' : suspendedAt === null ? 'active' : 'suspended',
      createdAt: createdAt.toISOString(),
      suspendedAt: suspendedAt?.toISOString() ?? null,
      deletion: deletionDueAt && {
        dueAt: deletionDueAt.toISOString(),
        requestedBy: deletionRequestedBy,
        isRunning: isDeleting,
      },
      features: { chatbot, insights, chat },
      data: version === null || loadedAt === null ? null : { version, asOf, loadedAt: loadedAt.toISOString() },
      storageBytes: sizes.reduce((sum, size) => sum + size, 0),
    };
  }
}

/** Without the parts that a change leaves out. */
const definedOf = (limits: Partial<Record<keyof PlanLimits, number | null | undefined>>): Partial<PlanLimits> =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined));

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
