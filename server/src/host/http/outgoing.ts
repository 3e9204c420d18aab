import type { ServerResponse } from 'node:http';
import type { Actor } from '../../kernel/actor.ts';
import { UserError } from '../../kernel/errors/user-error.ts';

/** Limits of responses that wait for their readers. */
export interface OutgoingLimits {
  /** Bytes of responses that are not sent yet, of all readers together; a tenant may have half of it, a person a quarter. */
  readonly bytes: number;
  /** A response ends if its reader takes nothing for this long. */
  readonly idleMs: number;
  /** A reader must take this many bytes per second, beyond `idleMs` in all. Time that the server itself needs is not counted. */
  readonly bytesPerSecond: number;
  /** Longest duration of a response, from its first byte. */
  readonly longestMs: number;
}

export const OUTGOING: OutgoingLimits = {
  bytes: 256 * 1024 * 1024,
  idleMs: 20_000,
  bytesPerSecond: 16 * 1024,
  longestMs: 15 * 60_000,
};

/** How often readers are checked, as a part of `idleMs`. */
const CHECKS = 10;

/** Buffers of a large response besides its bytes: of the compression, the streams and the socket. */
export const OVERHEAD = 256 * 1024;

/** Responses below this size are sent without being counted: a socket's own buffers take them. */
export const COUNTED_FROM = 4 * 1024;

const MESSAGES = {
  person: 'Several large answers to you have not been read yet. Read them or close their connections, then try again.',
  others: 'The server is sending too many large answers right now. Try again in a moment.',
};

/** One response on its way to its reader. */
export interface Outgoing {
  /** The reader has been handed this many bytes and is waited for. */
  handed(bytes: number): void;
  /** The reader has taken what it was handed; the server works on the next part. */
  taken(): void;
}

class Tracked implements Outgoing {
  readonly response: ServerResponse;
  readonly startedAt = performance.now();
  #bytes = 0;
  #waitedMs = 0;
  #waitingSince: number | null = null;

  constructor(response: ServerResponse) {
    this.response = response;
  }

  handed(bytes: number): void {
    this.#bytes += bytes;
    this.#waitingSince ??= performance.now();
  }

  taken(): void {
    if (this.#waitingSince !== null) this.#waitedMs += performance.now() - this.#waitingSince;
    this.#waitingSince = null;
  }

  isTooSlow(now: number, { idleMs, bytesPerSecond, longestMs }: OutgoingLimits): boolean {
    if (now - this.startedAt > longestMs) return true;
    if (this.#waitingSince === null) return false;
    const waiting = now - this.#waitingSince;
    return waiting > idleMs || this.#waitedMs + waiting > idleMs + (this.#bytes / bytesPerSecond) * 1000;
  }
}

/**
 * Bounds the memory of responses that are not read: their sum for a person, a tenant and the server, and the time that
 * a reader takes. Each is counted with its full size until it has left or its connection closes.
 */
export class OutgoingResponses {
  readonly #limits: OutgoingLimits;
  readonly #sums = new Map<string, number>();
  readonly #open = new Set<Tracked>();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: Partial<OutgoingLimits> = {}) {
    this.#limits = { ...OUTGOING, ...limits };
  }

  /** Bytes that are counted now. */
  get bytes(): number {
    return this.#sums.get('') ?? 0;
  }

  /**
   * Counts a response of this size until it closes. Throws RATE_LIMITED where the person, BUSY where the tenant or the
   * server has too many bytes on the way; a single one is always accepted.
   */
  open(response: ServerResponse, actor: Actor | null, bytes: number): Outgoing {
    const holders = this.#holdersOf(actor);
    for (const { key, limit, error } of holders) {
      const sum = this.#sums.get(key) ?? 0;
      if (sum > 0 && sum + bytes > limit) throw error();
    }
    const tracked = new Tracked(response);
    // Its reader has left, so that it will not close again.
    if (response.destroyed) return tracked;
    const keys = holders.map(({ key }) => key);
    this.#add(keys, bytes);
    this.#open.add(tracked);
    this.#timer ??= setInterval(() => this.#endSlow(), this.#limits.idleMs / CHECKS).unref();
    response.once('close', () => {
      this.#open.delete(tracked);
      this.#add(keys, -bytes);
      if (this.#open.size > 0 || this.#timer === null) return;
      clearInterval(this.#timer);
      this.#timer = null;
    });
    return tracked;
  }

  #holdersOf(actor: Actor | null): { key: string; limit: number; error: () => UserError }[] {
    const { bytes } = this.#limits;
    const busy = () => new UserError('BUSY', MESSAGES.others);
    const holders = [{ key: '', limit: bytes, error: busy }];
    if (actor?.tenantId) holders.push({ key: `tenant ${actor.tenantId}`, limit: bytes / 2, error: busy });
    const mine = () => new UserError('RATE_LIMITED', MESSAGES.person);
    if (actor?.accountId) holders.push({ key: `person ${actor.accountId}`, limit: bytes / 4, error: mine });
    return holders;
  }

  #add(keys: readonly string[], bytes: number): void {
    for (const key of keys) {
      const sum = (this.#sums.get(key) ?? 0) + bytes;
      if (sum === 0) this.#sums.delete(key);
      else this.#sums.set(key, sum);
    }
  }

  #endSlow(): void {
    const now = performance.now();
    for (const tracked of this.#open) if (tracked.isTooSlow(now, this.#limits)) tracked.response.destroy();
  }
}
