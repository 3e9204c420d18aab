import { ERRORS, type ErrorCode, type ErrorDetail } from '@rise/contract';

/** An error meant for the caller: a code of the closed list, a sentence, and the fields it is about. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[] | undefined;
  constructor(code: ErrorCode, message?: string, details?: readonly ErrorDetail[]) {
    super(message ?? ERRORS[code].message);
    this.code = code;
    this.details = details;
  }
}

/** Missing, foreign and forbidden: one answer for all three, so that none can be told from another. */
export function notFound(): Failure {
  return new Failure('NOT_FOUND');
}
