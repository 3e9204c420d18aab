import { EngineBusy } from '../errors.ts';

export interface FairQueueOptions {
  /** Pieces of work under way at the same time. */
  slots: number;
  /** Different places, such as reader processes, in which work is under way at the same time. */
  places: number;
  /** Waiting work that one tenant may have, and all together. More is refused. */
  perTenant: number;
  inAll: number;
  /** How long a tenant that has just been served still counts when slots are divided. */
  lingerMs: number;
  /** Calls back after a time; a test decides when. */
  later?: (callback: () => void, ms: number) => void;
}

export interface Ticket {
  tenant: string;
  place: string;
  /** Who waits longer is told that the engine is busy. */
  patienceMs: number;
  signal?: AbortSignal | undefined;
}

interface Waiting {
  place: string;
  start(): void;
}

interface Guest {
  waiting: Waiting[];
  running: number;
  /** When it was last given a slot, counted in slots given. */
  servedAt: number;
  /** Times it has left and is still counted for. */
  lingering: number;
}

const LATER = (callback: () => void, ms: number) => void setTimeout(callback, ms).unref();

/**
 * Shares slots out among tenants. Whoever has least under way comes next, of equals the one served longest ago, and
 * within a tenant the first. Nobody holds more than a fair part of the slots while others are there, nor ever the last
 * one: who comes back in a moment, or for the first time, need not wait for somebody else's long work.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #guests = new Map<string, Guest>();
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

  /** Runs the work when its turn has come. Throws `EngineBusy`, the signal's reason, or what the work throws. */
  async run<T>(ticket: Ticket, work: () => Promise<T>): Promise<T> {
    const leave = await this.enter(ticket);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits for a slot; it is held until the answered function is called, once. */
  async enter(ticket: Ticket): Promise<() => void> {
    ticket.signal?.throwIfAborted();
    const { perTenant, inAll } = this.#options;
    const guest = this.#guestOf(ticket.tenant);
    if (guest.waiting.length >= perTenant || this.#waiting >= inAll) {
      this.#forget(ticket.tenant, guest);
      throw new EngineBusy();
    }
    await this.#turn(ticket, guest);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave(ticket, guest);
    };
  }

  #guestOf(tenant: string): Guest {
    const known = this.#guests.get(tenant);
    if (known) return known;
    const guest = { waiting: [], running: 0, servedAt: 0, lingering: 0 };
    this.#guests.set(tenant, guest);
    return guest;
  }

  #turn({ place, patienceMs, signal }: Ticket, guest: Guest): Promise<void> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#waiting -= 1;
      };
      const giveUp = (error: Error) => {
        guest.waiting.splice(guest.waiting.indexOf(waiting), 1);
        done();
        reject(error);
        // It may have been the one whose turn held the others back.
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
      guest.waiting.push(waiting);
      this.#waiting += 1;
      this.#dispatch();
    });
  }

  #leave({ tenant, place }: Ticket, guest: Guest): void {
    this.#running -= 1;
    guest.running -= 1;
    const there = this.#places.get(place)! - 1;
    if (there === 0) this.#places.delete(place);
    else this.#places.set(place, there);
    guest.lingering += 1;
    (this.#options.later ?? LATER)(() => {
      guest.lingering -= 1;
      this.#forget(tenant, guest);
      this.#dispatch();
    }, this.#options.lingerMs);
    this.#dispatch();
  }

  #forget(tenant: string, { running, waiting, lingering }: Guest): void {
    if (running === 0 && waiting.length === 0 && lingering === 0) this.#guests.delete(tenant);
  }

  #dispatch(): void {
    while (this.#running < this.#options.slots) {
      const guest = this.#next();
      const first = guest?.waiting[0];
      // Where no place is left for whose turn it is, the others do not overtake: one becomes free with what runs.
      if (!guest || !first || !this.#hasPlace(first.place)) return;
      guest.waiting.shift();
      guest.running += 1;
      guest.servedAt = ++this.#served;
      this.#running += 1;
      this.#places.set(first.place, (this.#places.get(first.place) ?? 0) + 1);
      first.start();
    }
  }

  #hasPlace(place: string): boolean {
    return this.#places.has(place) || this.#places.size < this.#options.places;
  }

  #next(): Guest | null {
    const { slots } = this.#options;
    const share = Math.max(1, Math.min(slots - 1, Math.ceil(slots / this.#guests.size)));
    let next: Guest | null = null;
    for (const guest of this.#guests.values()) {
      if (guest.waiting.length === 0 || guest.running >= share) continue;
      if (!next || guest.running < next.running || (guest.running === next.running && guest.servedAt < next.servedAt))
        next = guest;
    }
    return next;
  }
}
