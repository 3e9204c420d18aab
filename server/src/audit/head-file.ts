import { appendFile, mkdir, readdir } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { HeadRow } from './audit-chain.sql.ts';
import { readHead, type ChainHead } from './chain.rules.ts';

const NAME = /^heads-\d{4}-\d{2}\.jsonl$/;

/**
 * The ends of the chains as they were, outside the database: an attacker who cuts a chain there, or writes it again, would have
 * to change these files too. One file per month, a line of JSON for each head.
 */
export class HeadFile {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  async append(heads: readonly HeadRow[], now = new Date()): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
    const line = ({ chain, n, hash, sealedAt }: HeadRow) =>
      `${JSON.stringify({ chain, n, hash: hash.toString('hex'), sealedAt: sealedAt.toISOString() })}\n`;
    const file = join(this.#directory, `heads-${now.toISOString().slice(0, 7)}.jsonl`);
    await appendFile(file, heads.map(line).join(''), { mode: 0o600 });
  }

  /** All that were written, by chain. */
  async read(): Promise<ChainHeads> {
    const names = await readdir(this.#directory).catch(() => []);
    const heads = new ChainHeads();
    for (const name of names.filter((one) => NAME.test(one))) await heads.addFile(join(this.#directory, name));
    return heads;
  }
}

/** Heads from outside the database, which the links of a chain are compared with. */
export class ChainHeads {
  readonly #chains = new Map<string, Map<number, string>>();
  readonly #conflicts = new Map<string, number>();

  /** Throws where the file cannot be read. Lines that are no heads are skipped: one may have been cut by a crash. */
  async addFile(file: string): Promise<void> {
    for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
      const head = readHead(line);
      if (head) this.add(head);
    }
  }

  add({ chain, n, hash }: ChainHead): void {
    const links = this.#chains.get(chain) ?? new Map<number, string>();
    this.#chains.set(chain, links);
    const known = links.get(n);
    // Two heads of the same number: the chain was written again in between.
    if (known !== undefined && known !== hash)
      this.#conflicts.set(chain, Math.min(n, this.#conflicts.get(chain) ?? Number.MAX_SAFE_INTEGER));
    links.set(n, hash);
  }

  /** The first number at which a chain was written again. */
  conflictOf(chain: string): number | null {
    return this.#conflicts.get(chain) ?? null;
  }

  /** The hash that a link had; undefined where it is not known. */
  hashOf(chain: string, n: number): string | undefined {
    return this.#chains.get(chain)?.get(n);
  }

  /** The first known number beyond `n`; null where there is none. */
  firstBeyond(chain: string, n: number): number | null {
    const beyond = [...(this.#chains.get(chain)?.keys() ?? [])].filter((known) => known > n);
    return beyond.length === 0 ? null : beyond.reduce((least, known) => Math.min(least, known));
  }

  get chains(): string[] {
    return [...this.#chains.keys()];
  }
}
