import { randomUUID } from 'node:crypto';
import type { InsightContent, LocalizedText } from '@rise/contract';
import type { Engine, ReaderOf } from '@rise/engine';
import type { Logger } from 'pino';
import { notify } from '../inbox/inbox.service.ts';
import { holdLease, LeaseLost } from '../jobs/hold-lease.ts';
import { noteJobFailure, noteJobStopped, traceJob } from '../jobs/trace-job.ts';
import { BackgroundWorker } from '../jobs/worker.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import type { Database, Listening, TenantTx } from '../kernel/database/database.ts';
import { publish } from '../kernel/events.ts';
import { readerOf } from '../query/query.service.ts';
import { administratorsNow } from '../sessions/person-now.service.ts';
import { ownTenant } from '../tenants/tenants.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { findInsights } from './finder.ts';
import { isNews } from './insight-states.rules.ts';
import * as sql from './insights.sql.ts';
import { signatureOf } from './signature.ts';

/** After a failure, and where a notification was lost. */
const REST_MS = 30_000;
/** How long a computation stays with a server that no longer renews it. */
const LEASE_MS = 60_000;
/** Attempts before it is given up until the next request. */
const MOST_ATTEMPTS = 3;
/** Progress that is worth telling. */
const STEP = 0.02;

export interface InsightJobOptions {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
  /** Whether tenants have insights unless they are set otherwise. */
  readonly enabled: boolean;
  readonly log: Logger;
}

/**
 * Computes what is remarkable in a tenant's data after each load and each change of what figures are computed from: one
 * tenant at a time, once for each set of rights that its administrators have. Several servers may run one each.
 */
export class InsightJobs {
  readonly #options: InsightJobOptions;
  readonly #worker: BackgroundWorker;
  #listening: Listening | null = null;

  constructor(options: InsightJobOptions) {
    this.#options = options;
    const { database, enabled, log } = options;
    this.#worker = new BackgroundWorker({
      database,
      work: async (signal) => {
        const lease = randomUUID();
        const due = await database.withGlobal(SYSTEM, (tx) => sql.takeDue(tx, enabled, { lease, leaseMs: LEASE_MS }));
        if (!due) return false;
        await traceJob('insights', due.tenantId, () => this.#runLeased(due, lease, signal));
        return true;
      },
      restMs: REST_MS,
      onError: (error) => log.warn({ err: error }, 'could not compute insights'),
    });
  }

  /** Runs what became due while no server did, and then whatever becomes due in any process. */
  async start(): Promise<void> {
    this.#listening = await this.#options.database.listen(sql.INSIGHT_CHANNEL, () => this.#worker.wake());
  }

  /** Stops the running computation, which another server takes, or this one after its next start. */
  async close(): Promise<void> {
    await this.#listening?.stop();
    await this.#worker.close();
  }

  async #runLeased(due: sql.DueInsights, lease: string, signal: AbortSignal): Promise<void> {
    const { database, log } = this.#options;
    const system = systemIn(due.tenantId);
    const renew = () => database.withTenant(system, (tx) => sql.renewLease(tx, { lease, leaseMs: LEASE_MS }));
    const { lost, release } = holdLease(renew, LEASE_MS);
    try {
      await this.#run(due, lease, AbortSignal.any([signal, lost]));
    } catch (error) {
      if (lost.aborted || signal.aborted || error instanceof LeaseLost) noteJobStopped();
      else noteJobFailure(error);
      if (lost.aborted || error instanceof LeaseLost) return;
      if (!signal.aborted) log.warn({ err: error, tenantId: due.tenantId }, 'could not compute insights');
      const isFailed = !signal.aborted && due.attempts >= MOST_ATTEMPTS;
      await database.withTenant(system, async (tx) => {
        const waitMs = signal.aborted ? 0 : REST_MS;
        await sql.releaseDue(tx, lease, { waitMs, isFailed, isAttempt: !signal.aborted });
        await published(tx);
      });
    } finally {
      release();
    }
  }

  async #run(due: sql.DueInsights, lease: string, signal: AbortSignal): Promise<void> {
    const { database, warehouses } = this.#options;
    const system = systemIn(due.tenantId);
    const { warehouse, home } = await database.withTenant(
      system,
      async (tx) => ({ warehouse: await warehouses.find(tx), home: (await ownTenant(tx))?.homeMember ?? null }),
      'reads',
    );
    const readers = warehouse ? await this.#readers(due.tenantId, warehouse) : new Map<string, ReaderOf>();
    let done = 0;
    for (const [signature, reader] of readers) {
      const onProgress = this.#progress(due.tenantId, lease, { done, of: readers.size });
      const started = performance.now();
      const found = await findInsights({ ...this.#options, warehouse: warehouse!, reader, home, signal, onProgress });
      await database.withTenant(system, async (tx) => {
        // One that was canceled, or that another server has by now, stores nothing.
        if (!(await sql.lockDue(tx, lease))) throw new LeaseLost();
        const { number: dataVersion, asOf } = warehouse!.version;
        const elapsedMs = Math.round(performance.now() - started);
        await sql.saveRun(tx, signature, { dataVersion, asOf, elapsedMs, ...found });
        await notifyFollowers(tx, signature, found.findings);
      });
      done++;
    }
    await database.withTenant(system, async (tx) => {
      if (!(await sql.lockDue(tx, lease))) throw new LeaseLost();
      await sql.removeOtherRuns(tx, [...readers.keys()]);
      await sql.removeDue(tx, due, lease);
      await published(tx);
    });
  }

  /** One reader for each set of rights that those who may see insights have. */
  async #readers(tenantId: string, warehouse: Warehouse): Promise<Map<string, ReaderOf>> {
    const readers = new Map<string, ReaderOf>();
    for (const person of await administratorsNow(this.#options.database, tenantId)) {
      const reader = readerOf(person);
      readers.set(signatureOf(warehouse, reader), reader);
    }
    return readers;
  }

  /** Stores how far it is; throws `LeaseLost` once it was canceled. */
  #progress(tenantId: string, lease: string, { done, of }: { done: number; of: number }) {
    let reported = -1;
    return async (part: number): Promise<void> => {
      const progress = (done + part) / of;
      if (progress - reported < STEP) return;
      reported = progress;
      const isHeld = await this.#options.database.withTenant(systemIn(tenantId), async (tx) => {
        const saved = await sql.saveProgress(tx, lease, Math.min(progress, 1));
        if (saved) await published(tx);
        return saved;
      });
      if (!isHeld) throw new LeaseLost();
    };
  }
}

const published = (tx: TenantTx) => publish(tx, { kind: 'insights', to: { tenants: [tx.tenantId] } });

const GONE: LocalizedText = {
  en: 'It was not found again in the latest data.',
  tr: 'Son verilerde yeniden bulunmadı.',
};

/** Notifies those who follow a finding of what has become of it. */
async function notifyFollowers(tx: TenantTx, signature: string, findings: readonly InsightContent[]): Promise<void> {
  const byKey = new Map(findings.map((finding) => [finding.key, finding]));
  for (const state of await sql.listFollowed(tx, signature)) {
    const now = byKey.get(state.key);
    if (!isNews(state, now)) continue;
    const known = now ?? state.known!;
    await sql.saveState(tx, { ...state, known, isFound: now !== undefined });
    const { title } = known.measure ?? known.dataset;
    await notify(tx, [state.accountId], {
      kind: 'insights',
      icon: 'chart',
      title: { en: `Followed: ${title.en}`, tr: `Takip ettiğiniz bulgu: ${title.tr ?? title.en}` },
      description: now?.sentence ?? GONE,
      link: `/insights-ai?finding=${state.key}`,
    });
  }
}
