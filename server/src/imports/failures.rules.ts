import type { FAILURE_CODES, ImportSummary } from '@rise/contract';
import { LoadError } from '@rise/engine';
import { UserError } from '../kernel/errors/user-error.ts';

type FailureCode = (typeof FAILURE_CODES)[number];
type Failure = NonNullable<ImportSummary['failure']>;

/** An import ended without a version. `canceled`: by a person. `changed`: something stops it that did not before. */
export class ImportFailure extends Error {
  override name = 'ImportFailure';
  readonly code: 'canceled' | 'changed' | 'interrupted' | 'same_file';
  constructor(code: ImportFailure['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Recognized in the loader's own messages, which say what to do. */
const LOAD_FAILURES: readonly (readonly [RegExp, FailureCode])[] = [
  [/may be rejected|were rejected|rows cannot be read/i, 'too_many_rejects'],
  [/is not unique in the new rows/, 'key_not_unique'],
  [/has one type for it/, 'types'],
  [/no rows|0 rows/i, 'no_rows'],
  [/No space left|disk is full|ENOSPC/i, 'storage_full'],
];

/** What is stored of a run that failed; null for one that a person canceled. */
export function failureOf(error: unknown): Failure | null {
  if (error instanceof ImportFailure) {
    if (error.code === 'canceled') return null;
    const code = error.code === 'changed' ? 'other' : error.code;
    return { code, message: error.message };
  }
  const { name, message, code } = error as Error & { code?: string };
  if (name === 'RejectLimitExceeded') return { code: 'too_many_rejects', message };
  if (error instanceof UserError) return { code: error.code === 'CONFLICT' ? 'external_warehouse' : 'other', message };
  if (code === 'ENOSPC')
    return { code: 'storage_full', message: 'The disk of the server is full. Tell your operator.' };
  if (error instanceof LoadError)
    return { code: LOAD_FAILURES.find(([pattern]) => pattern.test(message))?.[1] ?? 'file', message };
  return { code: 'other', message: 'Something went wrong on our side. The data is as it was; run the import again.' };
}
