import { EngineBusy, QueryTimeout, WarehouseUnavailable } from '@rise/engine';
import { UserError } from '../kernel/errors/user-error.ts';

/**
 * Whether a tenant's rows cannot be read now: its server is gone or too slow, or its settings cannot be used any more,
 * such as a password that was sealed under another secret. One tenant's warehouse must not keep the others, or a server
 * that starts, from anything.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof WarehouseUnavailable ||
  error instanceof QueryTimeout ||
  error instanceof EngineBusy ||
  (error instanceof UserError && error.code === 'WAREHOUSE_UNAVAILABLE');
