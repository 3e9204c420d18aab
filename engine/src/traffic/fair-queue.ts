import { EngineBusy } from '../errors.ts';
import { recordWaiting } from './waiting-time.ts';

export interface FairQueueOptions {
  /** Maximum concurrent work. */
  slots: number;
  /** Maximum distinct places, such as reader processes, with concurrent work. */
  places: number;
  /** Maximum waiting work per tenant, and in total. More is refused. */
  perTenant: number;
  inAll: number;
  /** Whether one person may use all of their tenant's slots; if not, the last one is reserved for colleagues. */
  reserveForColleagues?: boolean;
  /** Maximum concurrent work of a tenant, as a part of all slots, from 0 to 1; at least one slot. Undefined: no limit. */
  partOf?: ((tenant: string) => number | undefined) | undefined;
  /** How long a tenant that was just served still counts when slots are divided. */
  lingerMs: number;
  /** Schedules a callback; replaced in tests. */
  later?: (callback: () => void, ms: number) => void;
}

export interface Ticket {
  tenant: string;
  /** Whose work it is; undefined for the server's own. */
  person?: string | undefined;
  place: string;
  /** After this time in the queue, `EngineBusy` is thrown. */
  patienceMs: number;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  place: string;
  person: string;
  start(): void;
}

/** The work of one person in a tenant. */
interface Share {
  running: number;
  waiting: number;
  /** Sequence number of the last slot they were given. */
  servedAt: number;
}

/** The person of work that is nobody's. */
const NOBODY = '';

interface TenantQueue {
  waiting: Waiting[];
  people: Map<string, Share>;
  running: number;
  /** Sequence number of the last slot it was given. */
  servedAt: number;
  /** Finished work that still counts because of `lingerMs`. */
  lingering: number;
}

const LATER = (callback: () => void, ms: number) => void setTimeout(callback, ms).unref();

/**
 * Shares slots among tenants, and a tenant's slots among its people. The next slot goes to the tenant with the least
 * running work, then to the one served longest ago; within a tenant to a person by the same rule, and for a person first
 * come, first served. No tenant gets more than a fair share while others are
 * present, and never the last slot, so that a tenant that returns or is new does not wait for another's long work.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #tenants = new Map<string, TenantQueue>();
  readonly #places = new Map<string, number>();
  #running = 0;
  #waiting = 0;
  #served = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  get stats(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /** Runs the work when its turn comes. Throws `EngineBusy`, the signal's reason, or what the work throws. */
  async run<T>(ticket: Ticket, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(ticket);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for a slot and holds it until the returned function is called; further calls do nothing. */
  async enter(ticket: Ticket): Promise<() => void> {
    ticket.signal?.throwIfAborted();
    const { perTenant, inAll } = this.#options;
    const queue = this.#queueOf(ticket.tenant);
    const own = ticket.person === undefined ? 0 : (queue.people.get(ticket.person)?.waiting ?? 0);
    // One person leaves half of their tenant's queue to others.
    const isFull = queue.waiting.length >= perTenant || own >= Math.ceil(perTenant / 2);
    if (isFull || this.#waiting >= inAll) {
      this.#forget(ticket.tenant, queue);
      throw new EngineBusy();
    }
    const since = performance.now();
    try {
      await this.#turn(ticket, queue);
    } finally {
      recordWaiting(since);
    }
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave(ticket, queue);
    };
  }

  #queueOf(tenant: string): TenantQueue {
    const known = this.#tenants.get(tenant);
    if (known) return known;
    const queue: TenantQueue = { waiting: [], people: new Map(), running: 0, servedAt: 0, lingering: 0 };
    this.#tenants.set(tenant, queue);
    return queue;
  }

  #turn({ place, person = NOBODY, patienceMs, signal }: Ticket, queue: TenantQueue): Promise<void> {
    const share = queue.people.get(person) ?? { running: 0, waiting: 0, servedAt: 0 };
    queue.people.set(person, share);
    share.waiting += 1;
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiting -= 1;
        share.waiting -= 1;
      };
      const giveUp = (error: Error) => {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        done();
        forgetPerson(queue, person);
        reject(error);
        // Others may have been waiting behind it.
        this.#dispatch();
      };
      const waiting: Waiting = {
        place,
        person,
        start: () => {
          done();
          resolve();
        },
      };
      const abort = () => giveUp(signal!.reason as Error);
      const timer = setTimeout(() => giveUp(new EngineBusy()), patienceMs);
      signal?.addEventListener('abort', abort);
      queue.waiting.push(waiting);
      this.#waiting += 1;
      this.#dispatch();
    });
  }

  #leave({ tenant, place, person = NOBODY }: Ticket, queue: TenantQueue): void {
    this.#running -= 1;
    queue.running -= 1;
    queue.people.get(person)!.running -= 1;
    const there = this.#places.get(place)! - 1;
    if (there === 0) this.#places.delete(place);
    else this.#places.set(place, there);
    queue.lingering += 1;
    (this.#options.later ?? LATER)(() => {
      queue.lingering -= 1;
      forgetPerson(queue, person);
      this.#forget(tenant, queue);
      this.#dispatch();
    }, this.#options.lingerMs);
    this.#dispatch();
  }

  #forget(tenant: string, { running, waiting, lingering }: TenantQueue): void {
    if (running === 0 && waiting.length === 0 && lingering === 0) this.#tenants.delete(tenant);
  }

  #dispatch(): void {
    while (this.#running < this.#options.slots) {
      const next = this.#next();
      // If the next one has no free place, others do not overtake it: a place becomes free when running work ends.
      if (!next || !this.#hasPlace(next.first.place)) return;
      const { queue, first } = next;
      queue.waiting.splice(queue.waiting.indexOf(first), 1);
      const share = queue.people.get(first.person)!;
      for (const served of [queue, share]) served.running += 1;
      share.servedAt = queue.servedAt = ++this.#served;
      this.#running += 1;
      this.#places.set(first.place, (this.#places.get(first.place) ?? 0) + 1);
      first.start();
    }
  }

  #hasPlace(place: string): boolean {
    return this.#places.has(place) || this.#places.size < this.#options.places;
  }

  #next(): { queue: TenantQueue; first: Waiting } | null {
    const { slots, reserveForColleagues, partOf } = this.#options;
    const fair = Math.max(1, Math.min(slots - 1, Math.ceil(slots / this.#tenants.size)));
    let next: { queue: TenantQueue; first: Waiting } | null = null;
    for (const [tenant, queue] of this.#tenants) {
      if (queue.waiting.length === 0) continue;
      const share = Math.max(1, Math.min(fair, Math.floor(slots * (partOf?.(tenant) ?? 1))));
      if (queue.running >= share) continue;
      const ofPerson = reserveForColleagues ? Math.max(1, share - 1) : share;
      if (next && !isBefore(queue, next.queue)) continue;
      const first = firstOf(queue, ofPerson);
      if (first) next = { queue, first };
    }
    return next;
  }
}

/** Whether `a` is served before `b`: with less running work, or served longer ago. */
const isBefore = (a: Pick<Share, 'running' | 'servedAt'>, b: Pick<Share, 'running' | 'servedAt'>) =>
  a.running < b.running || (a.running === b.running && a.servedAt < b.servedAt);

/** A tenant's next work; null if each person who waits has as much running work as they may have. */
function firstOf({ waiting, people }: TenantQueue, ofPerson: number): Waiting | null {
  if (people.size === 1 && waiting[0]!.person === NOBODY) return waiting[0]!;
  let first: Waiting | null = null;
  for (const work of waiting) {
    const share = people.get(work.person)!;
    if (work.person !== NOBODY && share.running >= ofPerson) continue;
    if (!first || isBefore(share, people.get(first.person)!)) first = work;
  }
  return first;
}

function forgetPerson({ people }: TenantQueue, person: string): void {
  const share = people.get(person);
  if (share?.running === 0 && share.waiting === 0) people.delete(person);
}
