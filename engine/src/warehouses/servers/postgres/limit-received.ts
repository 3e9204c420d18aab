import type { Socket } from 'node:net';
import type { PoolClient } from 'pg';

/**
 * Bytes that may be received for one byte of a result's JSON: a cell takes five more than its text in PostgreSQL's
 * protocol, and as little as one in JSON.
 */
const RECEIVED_PER_BYTE = 4;

/** The connection's socket, which the driver's types leave out. */
export const socketOf = (client: PoolClient): Socket =>
  (client as PoolClient & { connection: { stream: Socket } }).connection.stream;

export interface ReceivedLimit {
  /** Counts from zero again, for the next statement. */
  restart(): void;
  /** The error, if the limit was exceeded. */
  exceeded(): Error | null;
  stop(): void;
}

/**
 * Drops a connection that delivers far more than a result of `maxBytes` needs: the driver collects all of it, and no
 * setting of the server limits the size of an answer.
 */
export function limitReceived(client: PoolClient, maxBytes: number, toError: () => Error): ReceivedLimit {
  const socket = socketOf(client);
  let bytes = 0;
  let error: Error | null = null;
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxBytes * RECEIVED_PER_BYTE) return;
    error ??= toError();
    socket.destroy();
  };
  socket.on('data', count);
  return {
    restart: () => {
      bytes = 0;
    },
    exceeded: () => error,
    stop: () => void socket.off('data', count),
  };
}
