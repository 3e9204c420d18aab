import { EngineBusy } from '../errors.ts';

export interface FairQueueOptions {
  /** Maximum concurrent work. */
  slots: number;
  /** Maximum distinct places, such as reader processes, with concurrent work. */
  places: number;
  /** Maximum waiting work per tenant, and in total. More is refused. */
  perTenant: number;
  inAll: number;
  /** How long a tenant that was just served still counts when slots are divided. */
  lingerMs: number;
  /** Schedules a callback; replaced in tests. */
  later?: (callback: () => void, ms: number) => void;
}

export interface Ticket {
  tenant: string;
  place: string;
  /** After this time in the queue, `EngineBusy` is thrown. */
  patienceMs: number;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  place: string;
  start(): void;
}

interface TenantQueue {
  waiting: Waiting[];
  running: number;
  /** Sequence number of the last slot it was given. */
  servedAt: number;
  /** Finished work that still counts because of `lingerMs`. */
  lingering: number;
}

const LATER = (callback: () => void, ms: number) => void setTimeout(callback, ms).unref();

/**
 * Shares slots among tenants. The next slot goes to the tenant with the least running work, then to the one served
 * longest ago; within a tenant, first come, first served. No tenant gets more than a fair share while others are
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
    if (queue.waiting.length >= perTenant || this.#waiting >= inAll) {
      this.#forget(ticket.tenant, queue);
      throw new EngineBusy();
    }
    await this.#turn(ticket, queue);
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
    const queue = { waiting: [], running: 0, servedAt: 0, lingering: 0 };
    this.#tenants.set(tenant, queue);
    return queue;
  }

  #turn({ place, patienceMs, signal }: Ticket, queue: TenantQueue): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiting -= 1;
      };
      const giveUp = (error: Error) => {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        done();
        reject(error);
        // Others may have been waiting behind it.
        this.#dispatch();
      };
      const waiting: Waiting = {
        place,
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

  #leave({ tenant, place }: Ticket, queue: TenantQueue): void {
    this.#running -= 1;
    queue.running -= 1;
    const there = this.#places.get(place)! - 1;
    if (there === 0) this.#places.delete(place);
    else this.#places.set(place, there);
    queue.lingering += 1;
    (this.#options.later ?? LATER)(() => {
      queue.lingering -= 1;
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
      const queue = this.#next();
      const first = queue?.waiting[0];
      // If the next one has no free place, others do not overtake it: a place becomes free when running work ends.
      if (!queue || !first || !this.#hasPlace(first.place)) return;
      queue.waiting.shift();
      queue.running += 1;
      queue.servedAt = ++this.#served;
      this.#running += 1;
      this.#places.set(first.place, (this.#places.get(first.place) ?? 0) + 1);
      first.start();
    }
  }

  #hasPlace(place: string): boolean {
    return this.#places.has(place) || this.#places.size < this.#options.places;
  }

  #next(): TenantQueue | null {
    const { slots } = this.#options;
    const share = Math.max(1, Math.min(slots - 1, Math.ceil(slots / this.#tenants.size)));
    let next: TenantQueue | null = null;
    for (const queue of this.#tenants.values()) {
      if (queue.waiting.length === 0 || queue.running >= share) continue;
      if (!next || queue.running < next.running || (queue.running === next.running && queue.servedAt < next.servedAt))
        next = queue;
    }
    return next;
  }
}
