import { EngineBusy } from '../errors.ts';

/** Somebody who waits for an answer. */
export interface Waiting<T> {
  /** Aborted when nobody wants it any more. */
  signal: AbortSignal;
  resolve(answer: T): void;
  reject(error: Error): void;
}

export interface Runs<W, T> {
  /** The answers of all members, in their order. */
  together(signal: AbortSignal): Promise<T[]>;
  alone(member: W): Promise<T>;
}

/**
 * Answers several from one run. Who leaves is let go while the run goes on for the others; it stops with the last one.
 * Where it fails, one of them may be at fault for all, and each is asked alone.
 */
export async function runBatch<T, W extends Waiting<T>>(members: readonly W[], runs: Runs<W, T>): Promise<void> {
  const alone = (member: W) => runs.alone(member).then(member.resolve, member.reject);
  const stop = new AbortController();
  const staying = new Set(members);
  for (const member of members) {
    const leave = () => {
      staying.delete(member);
      member.reject(member.signal.reason as Error);
      if (staying.size === 0) stop.abort(member.signal.reason);
    };
    if (member.signal.aborted) leave();
    else member.signal.addEventListener('abort', leave, { once: true });
  }
  if (staying.size === 0) return;
  try {
    const answers = await runs.together(stop.signal);
    for (const [place, member] of members.entries()) member.resolve(answers[place]!);
  } catch (error) {
    // With a queue that is full, more questions than one are no remedy.
    if (error instanceof EngineBusy) for (const member of staying) member.reject(error);
    else await Promise.all([...staying].map(alone));
  }
}
