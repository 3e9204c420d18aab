import { FairQueue } from './fair-queue.ts';
import type { FairQueueOptions } from './fair-queue.ts';

export interface QueuesOptions {
  /** Concurrent reader processes. */
  maxProcesses: number;
  /** Concurrent queries on files. */
  slots: number;
  /** Maximum waiting queries per tenant. */
  queueLength: number;
  /** The part of the concurrent queries that a tenant may have, from 0 to 1; undefined: no limit. */
  partOf?: FairQueueOptions['partOf'];
}

/** Concurrent streams. They have their own queue, so that downloads do not delay pages. */
export const STREAMS = 2;
const STREAMS_WAITING = 20;
/** Total limit of waiting queries, as a multiple of the limit per tenant. */
const TENANTS_WAITING = 8;
/** Keeps a slot available for a page's next query or a person's next click. */
const LINGER_MS = 250;

/** The queues of one engine. */
export class Queues {
  /** For files of all tenants. */
  readonly files: FairQueue;
  /** For streams from any warehouse. */
  readonly streams: FairQueue;
  readonly #queueLength: number;
  readonly #partOf: FairQueueOptions['partOf'];

  constructor({ maxProcesses, slots, queueLength, partOf }: QueuesOptions) {
    this.#queueLength = queueLength;
    this.#partOf = partOf;
    this.files = newQueue({ slots, places: maxProcesses, perTenant: queueLength, partOf });
    this.streams = newQueue({ slots: STREAMS, places: STREAMS, perTenant: STREAMS_WAITING, partOf });
  }

  /** A new queue for a server with this many connections. */
  ofServer(connections: number, { reserveForColleagues = false } = {}): FairQueue {
    const perTenant = this.#queueLength;
    return newQueue({ slots: connections, places: 1, perTenant, reserveForColleagues, partOf: this.#partOf });
  }
}

/** A queue with this engine's limits; `sql-validator/` has one of its own. */
export function newQueue(
  options: Pick<FairQueueOptions, 'slots' | 'places' | 'perTenant' | 'reserveForColleagues' | 'partOf'>,
): FairQueue {
  return new FairQueue({ ...options, inAll: options.perTenant * TENANTS_WAITING, lingerMs: LINGER_MS });
}
