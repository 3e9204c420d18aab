import { FairQueue } from './fair-queue.ts';

export interface QueuesOptions {
  /** Concurrent reader processes. */
  maxProcesses: number;
  /** Concurrent queries on files. */
  slots: number;
  /** Maximum waiting queries per tenant. */
  queueLength: number;
}

/** Concurrent streams. They have their own queue, so that downloads do not delay pages. */
export const STREAMS = 2;
const STREAMS_WAITING = 20;
/** Total limit of waiting queries, as a multiple of the limit per tenant. */
const TENANTS_WAITING = 8;
/** Keeps a slot available for a page's next query or a person's next click. */
const LINGER_MS = 250;

export interface Queues {
  /** For files of all tenants. */
  readonly files: FairQueue;
  /** For streams from any warehouse. */
  readonly streams: FairQueue;
  /** For a server with this many connections. */
  ofServer(connections: number): FairQueue;
}

export function createQueues({ maxProcesses, slots, queueLength }: QueuesOptions): Queues {
  const queueOf = (size: number, places: number, perTenant = queueLength) =>
    new FairQueue({
      slots: size,
      places,
      perTenant,
      inAll: perTenant * TENANTS_WAITING,
      lingerMs: LINGER_MS,
    });
  return {
    files: queueOf(slots, maxProcesses),
    streams: queueOf(STREAMS, STREAMS, STREAMS_WAITING),
    ofServer: (connections) => queueOf(connections, 1),
  };
}
