import { SYSTEM } from '../kernel/actor.ts';
import type { Database, GlobalTx } from '../kernel/database/database.ts';
import * as sql from './audit-chain.sql.ts';
import { hashLink, NO_LINK, rootOf, tenantOf, type ChainProblem } from './chain.rules.ts';
import type { ChainHeads, HeadFile } from './head-file.ts';

export interface ChainResult {
  readonly chain: string;
  /** Links and records that were found as they were sealed. */
  readonly links: number;
  readonly records: number;
  /** Links whose records were deleted because they were old. */
  readonly dropped: number;
  /** The first broken link, and how it is broken; null where the chain is whole. */
  readonly brokenLink: number | null;
  readonly problem: ChainProblem | null;
}

/** Links that are read at once, and records. */
const LINKS = 200;
const RECORDS = 2000;

/** Checks chains link by link, against what was written outside the database. */
export class VerificationService {
  readonly #database: Database;
  readonly #heads: HeadFile;

  constructor({ database, heads }: { database: Database; heads: HeadFile }) {
    this.#database = database;
    this.#heads = heads;
  }

  /** Checks every chain, and stores what it found. `extra`: more heads from outside. */
  async verifyAll(extra: readonly string[] = []): Promise<ChainResult[]> {
    const heads = await this.#heads.read();
    for (const file of extra) await heads.addFile(file);
    const chains = await this.#read((tx) => sql.listChains(tx));
    const results: ChainResult[] = [];
    // Of a deleted tenant, only the heads outside are left.
    const deleted = await this.#read((tx) => sql.filterDeletedChains(tx, heads.chains));
    const left = [...chains, ...heads.chains].filter((chain) => !deleted.has(chain));
    for (const chain of new Set(left)) results.push(await this.#verify(chain, heads));
    return results;
  }

  /** Checks one chain, and stores what it found. */
  async verify(chain: string): Promise<ChainResult> {
    return this.#verify(chain, await this.#heads.read());
  }

  async #verify(chain: string, heads: ChainHeads): Promise<ChainResult> {
    const result = await this.#check(chain, heads);
    const { links, records, brokenLink, problem } = result;
    const found = { tenantId: tenantOf(chain), links, records, brokenLink, problem };
    await this.#database.withGlobal(SYSTEM, (tx) => sql.insertVerification(tx, found));
    return result;
  }

  async #check(chain: string, heads: ChainHeads): Promise<ChainResult> {
    let [links, records, dropped] = [0, 0, 0];
    let previous: Buffer = NO_LINK;
    const broken = (brokenLink: number, problem: ChainProblem): ChainResult => ({
      chain,
      links,
      records,
      dropped,
      brokenLink,
      problem,
    });
    for (;;) {
      const page = await this.#read((tx) => sql.listLinks(tx, chain, links, LINKS));
      if (page.length === 0) break;
      const whole = await this.#wholeBlocks(page);
      for (const link of page) {
        const n = links + 1;
        if (link.n !== n) return broken(n, 'missing-link');
        if (!hashLink(previous, chain, n, link.root).equals(link.hash)) return broken(n, 'link');
        const known = heads.hashOf(chain, n);
        if (known !== undefined && known !== link.hash.toString('hex')) return broken(n, 'head');
        const isDropped = link.droppedAt !== null || (!whole.has(n) && (await this.#isDropped(chain, n)));
        if (!isDropped && !whole.has(n)) return broken(n, 'records');
        if (isDropped) dropped += 1;
        else records += link.ids.length;
        links = n;
        previous = link.hash;
      }
    }
    const cut = heads.firstBeyond(chain, links) ?? heads.conflictOf(chain);
    if (cut !== null) return broken(Math.min(cut, links + 1), 'head');
    if ((await this.#read((tx) => sql.countExtra(tx, chain))) > 0) return broken(links, 'unsealed-records');
    return { chain, links, records, dropped, brokenLink: null, problem: null };
  }

  /** Numbers of the links whose records are as they were sealed. */
  async #wholeBlocks(links: readonly sql.LinkRow[]): Promise<Set<number>> {
    const whole = new Set<number>();
    let batch: sql.LinkRow[] = [];
    let size = 0;
    const check = async () => {
      const ids = batch.flatMap((link) => link.ids.map(Number));
      const found = new Map((await this.#read((tx) => sql.listSealed(tx, ids))).map((record) => [record.id, record]));
      for (const link of batch) {
        const block = link.ids.flatMap((id) => found.get(Number(id)) ?? []);
        if (block.length === link.ids.length && rootOf(block).equals(link.root)) whole.add(link.n);
      }
      [batch, size] = [[], 0];
    };
    for (const link of links) {
      if (link.droppedAt !== null) continue;
      batch.push(link);
      size += link.ids.length;
      if (size >= RECORDS) await check();
    }
    if (size > 0) await check();
    return whole;
  }

  /** Old records may be deleted between two statements. */
  #isDropped(chain: string, n: number): Promise<boolean> {
    return this.#read((tx) => sql.isDropped(tx, chain, n));
  }

  #read<T>(work: (tx: GlobalTx) => Promise<T>): Promise<T> {
    return this.#database.withGlobal(SYSTEM, work, 'reads');
  }
}
