import type { GlobalHome } from '@rise/contract';
import { accountOf, systemIn, type Actor } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import type { PlanLimitService } from '../plan-limits/plan-limits.service.ts';
import { failedJobs } from '../system/failed-jobs.service.ts';
import type { HealthService } from '../system/health.service.ts';
import { attentionOf, type StorageUse } from './attention.rules.ts';
import * as sql from './global-home.sql.ts';

export interface GlobalHomeOptions {
  readonly database: Database;
  readonly health: Pick<HealthService, 'read'>;
  readonly plans: Pick<PlanLimitService, 'read'>;
}

const RECENT_TENANTS = 5;
/** Tenants whose files are counted at once: a page must not take all connections of the pool. */
const COUNTED_AT_ONCE = 4;
const MB = 1024 ** 2;

/** The start page of people above the tenants: what needs attention, as far as the routes go that they may call. */
export class GlobalHomeService {
  readonly #options: GlobalHomeOptions;

  constructor(options: GlobalHomeOptions) {
    this.#options = options;
  }

  async read(actor: Actor): Promise<GlobalHome> {
    const { database, health } = this.#options;
    const seesSystem = actor.permissions.has('system.view');
    const [found, system] = await Promise.all([
      database.withGlobal(actor, (tx) => readAll(tx, actor), 'reads'),
      seesSystem ? health.read(actor) : null,
    ]);
    const { recent, counts, ...facts } = found;
    const now = new Date();
    const storage = await this.#storageOf(found.limited.filter(({ hasStorageLimit }) => hasStorageLimit));
    const numbers = { active: 0, suspended: 0, deleting: 0 };
    for (const { state, count } of counts) numbers[state] = count;
    return {
      at: now.toISOString(),
      ...attentionOf({ ...facts, now, health: system, storage }),
      tenants: numbers,
      recent: recent.map(({ createdAt, ...tenant }) => ({ ...tenant, createdAt: createdAt.toISOString() })),
    };
  }

  async #storageOf(tenants: readonly sql.LimitedRow[]): Promise<StorageUse[]> {
    const uses: StorageUse[] = [];
    const rest = tenants[Symbol.iterator]();
    const count = async () => {
      for (const { tenantId, tenantName } of rest) {
        const { limits, storageBytes } = await this.#options.plans.read(systemIn(tenantId));
        if (limits.storageMb !== null)
          uses.push({ tenantId, tenantName, used: storageBytes, most: limits.storageMb * MB });
      }
    };
    await Promise.all(Array.from({ length: COUNTED_AT_ONCE }, count));
    return uses;
  }
}

/** What the actor's role does not let them see stays empty. */
async function readAll(tx: GlobalTx, actor: Actor) {
  const accountId = accountOf(actor);
  const [seesSystem, administers, audits] = (['system.view', 'global.administer', 'audit.read'] as const).map((one) =>
    actor.permissions.has(one),
  );
  return {
    counts: await sql.countTenants(tx),
    recent: await sql.listRecent(tx, RECENT_TENANTS),
    stopped: await sql.listStopped(tx),
    limited: await sql.listLimited(tx),
    domains: await sql.countDomains(tx),
    providers: await sql.listProviders(tx),
    ownVisits: await sql.listOwnVisits(tx, accountId),
    failedJobs: seesSystem ? await failedJobs(tx) : [],
    invitations: administers ? await sql.listUnadministered(tx) : [],
    announcements: administers ? await sql.listAnnouncements(tx) : [],
    visits: audits ? await sql.countVisits(tx, accountId) : [],
  };
}
