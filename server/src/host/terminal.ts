import type { Logger } from 'pino';
import { Refusal } from '../kernel/refusal.ts';

/** Tells the person at the terminal what goes on; logs go their own way. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Goes on when nobody reads what is said any more: a closed terminal or pipe is no reason to stop serving. */
export function outliveListeners(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

/** Says why the program ends: a line for each thing to mend. What only a programmer can mend comes with its stack. */
export function sayWhy(error: unknown, log?: Logger): void {
  if (error instanceof Refusal) {
    for (const line of error.lines) process.stderr.write(`rise: ${line}\n`);
    log?.debug({ err: error.cause ?? error }, 'refused');
  } else {
    const { stack, message } = error as Error;
    process.stderr.write(`rise: an unexpected error: ${stack ?? message}\n`);
  }
}
