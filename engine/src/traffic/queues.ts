import { FairQueue } from './fair-queue.ts';

export interface QueuesOptions {
  /** Reader processes at the same time. */
  maxProcesses: number;
  /** Queries of files at the same time. */
  slots: number;
  /** Queries that may wait in each tenant. */
  queueLength: number;
}

/** Streams at the same time. They have a queue of their own, so that no download holds up a page. */
export const STREAMS = 2;
const STREAMS_WAITING = 20;
/** Waiting queries of all tenants together, as a multiple of one tenant's. */
const TENANTS_WAITING = 8;
/** A page's next query, or a person's next click, finds the slot that its last one had. */
const LINGER_MS = 250;

export interface Queues {
  /** For the files of all tenants. */
  readonly files: FairQueue;
  /** For streams, of whatever warehouse. */
  readonly streams: FairQueue;
  /** For a server with so many connections. */
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
