import type { Logger } from 'pino';
import { OperatorError } from '../../kernel/errors/operator-error.ts';

/** Prints a line for the person at the terminal; logs are separate. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Keeps serving when nobody reads the output any more: a closed terminal or pipe is no reason to stop. */
export function ignoreClosedOutput(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
}

/** Prints why the program ends: a line for each issue that the operator can fix; anything else with its stack. */
export function printError(error: unknown, log?: Logger): void {
  if (error instanceof OperatorError) {
    for (const line of error.lines) process.stderr.write(`rise: ${line}\n`);
    log?.debug({ err: error.cause ?? error }, 'operator error');
  } else {
    const { stack, message } = error as Error;
    process.stderr.write(`rise: an unexpected error: ${stack ?? message}\n`);
  }
}
