import { runCommand } from './command-line.ts';

// Whatever a command creates, in the data directory or as its output, is its user's alone.
process.umask(0o077);
process.exitCode = await runCommand(process.argv.slice(2));
