import type { Client, PoolClient } from 'pg';
import { socketOf } from './limit-received.ts';

/** What a server may take beyond the deadline that it has itself, to say so. */
const GRACE_MS = 1000;
/** For the end of a transaction or a connection. */
const END_MS = 2000;

/**
 * Drops a connection whose server does not respond in time. A statement's timeout is kept by the server, and the driver
 * waits as long as the server does.
 */
export class Patience {
  readonly #client: PoolClient;
  readonly #deadlineMs: number;
  #isOver = false;

  constructor(client: PoolClient, deadlineMs: number) {
    this.#client = client;
    this.#deadlineMs = deadlineMs;
  }

  /** Whether the connection was dropped. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** A statement's response; rejects as one of a broken connection when time is up. */
  wait<T>(response: Promise<T>): Promise<T> {
    return this.#within(this.#deadlineMs + GRACE_MS, response);
  }

  /** The same for the end of a transaction, which takes no time. */
  waitForEnd<T>(response: Promise<T>): Promise<T> {
    return this.#within(END_MS, response);
  }

  async #within<T>(ms: number, response: Promise<T>): Promise<T> {
    const timer = setTimeout(() => {
      this.#isOver = true;
      socketOf(this.#client).destroy();
    }, ms);
    try {
      return await response;
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Ends a connection, also of a server that does not end its side. */
export async function endInTime(client: Client): Promise<void> {
  const timer = setTimeout(() => socketOf(client as unknown as PoolClient).destroy(), END_MS);
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}
