import { ERRORS, type ErrorCode, type ErrorDetail } from '@rise/contract';

/** An error for the caller: a code of the closed list, a sentence, and the fields it concerns. */
export class UserError extends Error {
  override name = 'UserError';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  constructor(code: ErrorCode, message?: string, details?: readonly ErrorDetail[]) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.details = details;
  }
}

/** Missing, another tenant's and forbidden get the same error, so that callers cannot tell them apart. */
export function notFound(): UserError {
  return new UserError('NOT_FOUND');
}

/** One field is wrong; the message says how to fix it. */
export const invalidField = (field: string, message: string): UserError =>
  new UserError('VALIDATION_FAILED', undefined, [{ field, message }]);

/** For `catch`: null in place of NOT_FOUND; rethrows all others. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof UserError && error.code === 'NOT_FOUND') return null;
  throw error;
}
