import type { Insight, InsightChange, Insights } from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { readerOf } from '../query/query.service.ts';
import { inInsights } from '../tenants/tenants.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import { changed, newState, withState } from './insight-states.rules.ts';
import * as sql from './insights.sql.ts';
import { signatureOf } from './signature.ts';

/** Findings that one person may have done something with. */
const MOST_STATES = 2000;

export interface InsightOptions {
  readonly database: Database;
  readonly warehouses: WarehouseService;
  /** Whether tenants have insights unless they are set otherwise. */
  readonly enabled: boolean;
}

/** What was found in a tenant's data, as a reader may see it, and what they did with it. */
export class InsightService {
  readonly #options: InsightOptions;

  constructor(options: InsightOptions) {
    this.#options = options;
  }

  /** NOT_FOUND in a tenant without insights. */
  async read(actor: TenantActor): Promise<Insights> {
    const account = accountOf(actor);
    await inInsights(this.#options, actor, async () => undefined, 'reads');
    const signature = await this.#signatureOf(actor);
    const { run, due, states } = await this.#options.database.withTenant(
      actor,
      async (tx) => ({
        run: await sql.findRun(tx, signature),
        due: await sql.findDue(tx),
        states: await sql.listStates(tx, account),
      }),
      'reads',
    );
    return {
      run: run && {
        computedAt: run.computedAt.toISOString(),
        dataVersion: run.dataVersion,
        asOf: run.asOf,
        elapsedMs: run.elapsedMs,
        examined: run.examined,
      },
      job: due && { status: due.failed ? 'failed' : due.isRunning ? 'running' : 'waiting', progress: due.progress },
      findings: presented(run, states, signature),
    };
  }

  /** WAREHOUSE_UNAVAILABLE while there is no data. */
  async compute(actor: TenantActor): Promise<void> {
    await this.#signatureOf(actor);
    await this.#change(actor, (tx) => sql.requestInsights(tx));
  }

  /** False where nothing was due. */
  cancel(actor: TenantActor): Promise<boolean> {
    return this.#change(actor, (tx) => sql.cancelInsights(tx));
  }

  /** NOT_FOUND for a finding that the person may not see, or that is gone. */
  async change(actor: TenantActor, key: string, change: InsightChange): Promise<Insight> {
    const account = accountOf(actor);
    const signature = await this.#signatureOf(actor);
    const now = new Date();
    return this.#change(
      actor,
      async (tx) => {
        const [run, states] = [await sql.findRun(tx, signature), await sql.listStates(tx, account)];
        const state = states.find((item) => item.key === key);
        const found = run?.findings.find((item) => item.key === key);
        const content = found ?? (state?.signature === signature ? state.known : null);
        if (!content) throw notFound();
        if (!state && states.length >= MOST_STATES)
          throw new UserError('CONFLICT', 'You have changed too many findings. Reopen some of them first.');
        const next = changed(state ?? newState(account, key), change, { content, signature, now });
        await sql.saveState(tx, next);
        return withState(content, next, now, found !== undefined);
      },
      account,
    );
  }

  async #signatureOf(actor: TenantActor): Promise<string> {
    return signatureOf(await this.#options.warehouses.ofRequest(actor), readerOf(actor));
  }

  /** Changes something, and has the open pages of one person, or of all, read it again. */
  #change<T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>, account?: string): Promise<T> {
    return inInsights(
      this.#options,
      actor,
      async (tx) => {
        const result = await work(tx);
        await publish(tx, {
          kind: 'insights',
          to: { tenants: [tx.tenantId], ...(account !== undefined && { account }) },
        });
        return result;
      },
      'writes',
    );
  }
}

/** Findings with their states, and those that are followed under the same rights and are no longer found. */
function presented(run: sql.StoredRun | null, states: readonly sql.StateRow[], signature: string): Insight[] {
  const now = new Date();
  const byKey = new Map(states.map((state) => [state.key, state]));
  const findings = run?.findings ?? [];
  const found = new Set(findings.map(({ key }) => key));
  const gone = states.filter(
    (state) => state.followedAt !== null && state.signature === signature && state.known && !found.has(state.key),
  );
  return [
    ...findings.map((content) => withState(content, byKey.get(content.key), now)),
    ...gone.map((state) => withState(state.known!, state, now, false)),
  ];
}
