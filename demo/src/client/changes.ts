import { ApiError } from '@rise/contract/client';
import { logError } from '@rise/ui/log';
import { observable } from '@rise/ui/observable';

/** What a change does, for the notice about one that failed. */
export type ChangeKind = 'create' | 'store' | 'change' | 'move' | 'delete' | 'merge' | 'empty' | 'undo';

/** A change that a notice offers to make again where it fails. By then, what it showed at once has been taken back. */
export interface Change {
  readonly kind: ChangeKind;
  /** What is changed, as it stands in a sentence: “Pay the rent”, 3 mails. */
  readonly what: string;
  readonly make: () => Promise<unknown>;
  /** Makes it again, of what there is by then; absent where `make` itself sends nothing but the change. */
  readonly repeat?: () => Promise<unknown>;
  /** What it sets. A later change with the same target replaces one that failed. */
  readonly target?: string;
  /** Whether something is left to do: false once the record is gone, or is as it was to be. */
  readonly isPending?: () => Promise<boolean>;
}

export interface FailedChange {
  readonly id: string;
  readonly change: Change;
  /** It would fail again: it was refused, or its record is gone. */
  readonly isFinal: boolean;
}

/** Those that a notice is about, in the order in which they were made. */
export const failedChanges = observable<readonly FailedChange[]>([]);

/** A record that a change needs is not there anymore. */
export class GoneError extends Error {}

/** A title in a sentence. */
export const quoted = (title: string): string => `“${title}”`;

/** Whether a record has other values than a change gives it. */
export function differs(record: object, change: object): boolean {
  const values = new Map<string, unknown>(Object.entries(record));
  return Object.entries(change).some(([name, value]) => JSON.stringify(values.get(name)) !== JSON.stringify(value));
}

/** Runs work until it has succeeded once: for the part of a change that must not be done twice. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: { readonly result: T } | null = null;
  return async () => (done ??= { result: await work() }).result;
}

/** The last change of each target that is under way or has failed. */
const latest = new Map<string, Change>();

/** Makes a change; where it fails, a notice offers to make it again. Never rejects. */
export async function makeChange(change: Change): Promise<void> {
  const { target } = change;
  if (target !== undefined) {
    latest.set(target, change);
    failedChanges.set(failedChanges.get().filter((failed) => failed.change.target !== target));
  }
  await run(change, change.make);
}

async function run(change: Change, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
    dropFailed(change);
  } catch (error) {
    logError('A change failed.', error);
    const { target } = change;
    if (target === undefined || latest.get(target) === change) offerRetry(change, error);
  }
}

const isGone = (error: unknown) => error instanceof GoneError || (error instanceof ApiError && error.status === 404);
const isRefused = (error: unknown) => error instanceof ApiError && error.status === 400;

/** Offers to make a change again that has failed; for one that is not made by `makeChange`. */
export function offerRetry(change: Change, error: unknown): void {
  const former = failedChanges.get();
  const failed = { id: crypto.randomUUID(), change, isFinal: isGone(error) || isRefused(error) };
  const isKnown = former.some((one) => one.change === change);
  failedChanges.set(isKnown ? former.map((one) => (one.change === change ? failed : one)) : [...former, failed]);
}

function dropFailed(change: Change): void {
  if (change.target !== undefined && latest.get(change.target) === change) latest.delete(change.target);
  if (failedChanges.get().some((failed) => failed.change === change))
    failedChanges.set(failedChanges.get().filter((failed) => failed.change !== change));
}

let retrying: Promise<void> | null = null;

/** Makes all failed changes again, in their order; while that is under way, there is no second time. */
export function retryFailedChanges(): Promise<void> {
  retrying ??= retryAll().finally(() => {
    retrying = null;
  });
  return retrying;
}

async function retryAll(): Promise<void> {
  for (const { change, isFinal } of failedChanges.get()) {
    // Those before it may have settled it.
    const isLeft = failedChanges.get().some((failed) => failed.change === change);
    if (isLeft && !isFinal) await run(change, change.repeat ?? change.make);
  }
}

/** Drops failed changes that have nothing left to do. For after each change of what is stored. */
export async function dropSettledChanges(): Promise<void> {
  await Promise.all(
    failedChanges.get().map(async ({ change }) => {
      const isPending = await (change.isPending?.() ?? Promise.resolve(true)).catch((error) => !isGone(error));
      if (!isPending) dropFailed(change);
    }),
  );
}
