import type { Logger } from 'pino';
import { BackgroundWorker } from '../jobs/worker.ts';
import { SYSTEM } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import * as sql from './audit-chain.sql.ts';
import { chainOf, hashLink, NO_LINK, rootOf } from './chain.rules.ts';
import type { HeadFile } from './head-file.ts';
import type { VerificationService } from './verification.service.ts';

export interface SealingOptions {
  readonly database: Database;
  readonly heads: HeadFile;
  readonly verification: VerificationService;
  /** After how many days whole blocks are deleted. */
  readonly retentionDays: number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Intervals where tests need others, in milliseconds. */
  readonly times?: Partial<typeof TIMES>;
}

/** `heads`: how often the ends of the chains are written outside the database; `chores`: how often old blocks are looked for. */
const TIMES = { seal: 1000, heads: 60_000, chores: 3_600_000 };
/** All chains are checked so often. */
const VERIFY_MS = 24 * 60 * 60 * 1000;
/** Records of one round. */
const MOST = 2000;
/** A transaction that runs for so long delays the seals, and the log says so. */
const LATE_SECONDS = 300;

/** Adds one link to each chain that has new records of ended transactions; returns how many records those are. */
export async function sealRound(database: Database): Promise<number> {
  return database.withGlobal(SYSTEM, async (tx) => {
    if (!(await sql.lockSealing(tx))) return 0;
    const range = await sql.sealingRange(tx);
    const records = await sql.listUnsealed(tx, range, MOST);
    const chains = new Map<string, sql.UnsealedRecord[]>();
    for (const record of records) {
      const chain = chainOf(record.tenantId);
      const block = chains.get(chain);
      if (block) block.push(record);
      else chains.set(chain, [record]);
    }
    for (const [chain, block] of chains) await seal(tx, range.round + 1, chain, block);
    return records.length;
  });
}

async function seal(tx: GlobalTx, round: number, chain: string, block: readonly sql.UnsealedRecord[]): Promise<void> {
  const head = await sql.findHead(tx, chain);
  const n = (head?.n ?? 0) + 1;
  const root = rootOf(block);
  const times = block.map(({ time }) => time.getTime());
  // The list is in the order of transactions.
  const last = block.at(-1)!;
  await sql.insertLink(tx, {
    tenantId: last.tenantId,
    n,
    round,
    ids: block.map(({ id }) => id).toSorted((a, b) => a - b),
    firstAt: new Date(Math.min(...times)),
    lastAt: new Date(Math.max(...times)),
    lastXid: last.xid,
    lastId: last.id,
    root,
    hash: hashLink(head?.hash ?? NO_LINK, chain, n, root),
  });
}

/** Seals the audit trail, writes the ends of its chains outside the database, checks them, and deletes what is old. */
export class AuditSealing {
  readonly #options: SealingOptions;
  readonly #times: typeof TIMES;
  readonly #workers: BackgroundWorker[] = [];
  /** The last link that is among the written heads. */
  #written = 0;

  constructor(options: SealingOptions) {
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
  }

  async start(): Promise<void> {
    const { database } = this.#options;
    const worker = (restMs: number, work: () => Promise<boolean>) =>
      this.#workers.push(new BackgroundWorker({ work, restMs, onError: (err) => this.#report(err) }));
    worker(this.#times.seal, async () => (await sealRound(database)) === MOST);
    worker(this.#times.heads, async () => {
      await this.writeHeads();
      return false;
    });
    worker(this.#times.chores, () => this.#doChores());
  }

  async close(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.close()));
    // What the last requests recorded.
    await this.#sealRest().catch((err: unknown) => this.#report(err));
  }

  async #sealRest(): Promise<void> {
    while ((await sealRound(this.#options.database)) === MOST);
    await this.writeHeads();
  }

  /** Writes the heads of the chains that have grown since the last time. */
  async writeHeads(): Promise<void> {
    const { database, heads, log } = this.#options;
    const rows = await database.withGlobal(SYSTEM, (tx) => sql.listHeads(tx, this.#written), 'reads');
    if (rows.length > 0) {
      await heads.append(rows);
      for (const { chain, n, hash } of rows) log.info({ chain, n, hash: hash.toString('hex') }, 'audit chain head');
      this.#written = Math.max(...rows.map(({ id }) => id));
    }
    const lag = await database.withGlobal(SYSTEM, (tx) => sql.sealingLag(tx), 'reads');
    if (lag !== null && lag > LATE_SECONDS)
      log.warn({ seconds: lag }, 'the audit trail is not sealed: a transaction has been running for long');
  }

  /** True while there is more to delete. */
  async #doChores(): Promise<boolean> {
    const { database, retentionDays, verification, log } = this.#options;
    const dropped = await database.withGlobal(SYSTEM, (tx) => sql.dropBlocks(tx, retentionDays));
    if (dropped > 0) {
      const details = { records: dropped, days: retentionDays };
      await audit(database, SYSTEM, { action: 'audit.retention', outcome: 'done', details });
      return true;
    }
    const at = await database.withGlobal(SYSTEM, (tx) => sql.lastVerified(tx), 'reads');
    if (at !== null && Date.now() - at.getTime() < VERIFY_MS) return false;
    for (const result of await verification.verifyAll())
      if (result.problem !== null) log.error({ ...result }, 'the audit trail was changed: its chain is broken');
    return false;
  }

  #report(err: unknown): void {
    this.#options.log.error({ err }, 'the audit trail could not be sealed');
  }
}
