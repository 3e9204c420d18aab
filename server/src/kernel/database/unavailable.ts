import { DatabaseError } from 'pg';
import { noSeat, NO_SEAT_STATE } from '../errors/no-seat.ts';
import { DatabaseUnavailable } from '../errors/database-unavailable.ts';

/**
 * SQLSTATEs of a server that cannot work now: connection exceptions (08), insufficient resources such as connections
 * and disk space (53), operator intervention such as a shutdown and our own statement timeout (57), system errors (58),
 * and a transaction that it ended because we left it idle (25P03).
 */
const UNAVAILABLE = /^(08|53|57|58|25P03)/;

/** Errors of the driver itself, which have no code. */
const LOST = /^(Connection terminated|Client has encountered|Client was closed|Query read timeout|timeout e)/;

/** Errors of sockets and of name resolution: `ECONNRESET`, `EPIPE`, `EAI_AGAIN`. */
const NETWORK = /^E[A-Z_]+$/;

/**
 * An error of a statement: `DatabaseUnavailable` if it says nothing about the statement, one for the caller where it is
 * beyond a tenant's plan, else as it is.
 */
export function toDatabaseError(error: unknown): unknown {
  if (error instanceof DatabaseError && error.code === NO_SEAT_STATE) return noSeat();
  if (error instanceof DatabaseError)
    return UNAVAILABLE.test(error.code ?? '') ? new DatabaseUnavailable(error) : error;
  const { code, message } = error as { code?: unknown; message?: string };
  const isLost =
    LOST.test(message ?? '') || (typeof code === 'string' && NETWORK.test(code) && !code.startsWith('ERR_'));
  return isLost ? new DatabaseUnavailable(error) : error;
}
