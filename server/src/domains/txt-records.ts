import { Resolver } from 'node:dns/promises';

/** For all attempts and servers of one question. */
const DEADLINE_MS = 15_000;
const ATTEMPT_MS = 2000;
const ATTEMPTS = 2;
/** The name does not exist, or has no TXT record. Nothing else says that a record is missing. */
const MISSING = new Set(['ENOTFOUND', 'ENODATA']);

/** What DNS says: the texts of the records, or that there are none, or nothing. */
export type TxtAnswer = readonly string[] | 'missing' | 'unknown';

/** Reads TXT records; nothing is cached here. */
export class TxtRecords {
  readonly #servers: readonly string[];

  /** `servers`: addresses, with ports if not 53; empty: those of the system. */
  constructor(servers: readonly string[]) {
    this.#servers = servers;
  }

  async read(name: string): Promise<TxtAnswer> {
    // Its own for each question: it can be given up, and follows changes of the system's servers.
    const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
    if (this.#servers.length > 0) resolver.setServers(this.#servers);
    const deadline = setTimeout(() => resolver.cancel(), DEADLINE_MS);
    try {
      return (await resolver.resolveTxt(name)).map((chunks) => chunks.join(''));
    } catch (error) {
      return MISSING.has((error as NodeJS.ErrnoException).code ?? '') ? 'missing' : 'unknown';
    } finally {
      clearTimeout(deadline);
    }
  }
}
