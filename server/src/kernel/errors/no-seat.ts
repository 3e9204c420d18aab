import { UserError } from './user-error.ts';

/** What the database answers where a tenant would have more members than its plan includes. */
export const NO_SEAT_STATE = 'RS001';

export const NO_SEAT =
  'The organization’s plan includes no more users. Disable or remove one, or ask for a higher limit.';

export const noSeat = (): UserError => new UserError('CONFLICT', NO_SEAT, [{ field: 'seats', message: NO_SEAT }]);

export const isNoSeat = (error: unknown): boolean =>
  error instanceof UserError && error.details?.[0]?.field === 'seats';
