import { vi } from 'vitest';
import { runCommand } from '../command-line/command-line.ts';

/**
 * Runs a command of the command line within this process, which takes a tenth of the time of a program: for what a
 * command does, not how it starts.
 */
export async function runHere(
  args: string[],
  configuration: Record<string, string>,
): Promise<{ code: number; output: string }> {
  const written: string[] = [];
  const write = (text: unknown) => written.push(String(text)) > 0;
  vi.spyOn(process.stdout, 'write').mockImplementation(write);
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  const { env } = process;
  // As `runProgram` does: without our configuration variables of this process.
  process.env = { PATH: env['PATH'], HOME: env['HOME'], ...configuration };
  try {
    const code = await runCommand(args);
    return { code, output: written.join('') };
  } finally {
    process.env = env;
    vi.restoreAllMocks();
  }
}
