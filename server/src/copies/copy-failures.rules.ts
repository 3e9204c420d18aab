import type { CopyRun, ImportSummary } from '@rise/contract';
import { EngineBusy, QueryError, QueryTimeout, StreamStalled, WarehouseUnavailable } from '@rise/engine';
import { UserError } from '../kernel/errors/user-error.ts';

type Failure = NonNullable<CopyRun['failure']>;

/** A run ends without a version. `stopped`: a person has to decide. */
export class CopyFailure extends Error {
  override name = 'CopyFailure';
  readonly status: 'stopped' | 'failed';
  readonly failure: Failure;
  constructor(status: CopyFailure['status'], failure: Omit<Failure, 'columns'> & Partial<Pick<Failure, 'columns'>>) {
    super(failure.message);
    this.status = status;
    this.failure = { columns: [], ...failure };
  }
}

const SAME_CODES = new Set(['external_warehouse', 'storage_full', 'interrupted']);

/** Of the import that loads the rows. */
export const ofImport = (failure: ImportSummary['failure']): CopyFailure =>
  new CopyFailure('failed', {
    code: failure && SAME_CODES.has(failure.code) ? (failure.code as Failure['code']) : 'load',
    message: failure?.message ?? 'The rows could not be loaded. The data is as it was; run the copy again.',
  });

/** What is stored of a run that failed; null for an error that nobody expects. */
export function copyFailureOf(error: unknown): CopyFailure | null {
  if (error instanceof CopyFailure) return error;
  const source = (message: string) => new CopyFailure('failed', { code: 'source', message });
  if (error instanceof QueryTimeout)
    return source('The server took too long to answer. Try again at a quieter time, or copy fewer columns.');
  if (error instanceof StreamStalled) return source('The server stopped sending rows. Run the copy again.');
  if (error instanceof EngineBusy)
    return source('Too many queries ran at the same time. Run the copy again, or choose another time.');
  if (error instanceof WarehouseUnavailable)
    return source(`${error.message} Test the server’s settings, then run the copy again.`);
  if (error instanceof QueryError) return source(error.message);
  if (!(error instanceof UserError)) return null;
  const details = (error.details ?? []).map(({ message }) => message);
  const message = [error.message, ...details].join(' ');
  if (error.code === 'STORAGE_FULL') return new CopyFailure('failed', { code: 'storage_full', message });
  if (error.code === 'WAREHOUSE_UNAVAILABLE') return source(message);
  if (error.code === 'CONFLICT') return new CopyFailure('stopped', { code: 'decision', message });
  return new CopyFailure('failed', { code: 'load', message });
}
