import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, whatever folder the command was given in. */
export const ROOT = resolve(fileURLToPath(import.meta.url), '..', '..', '..');

/** Folder of what the launcher remembers; goes when the packages go. */
export const MEMORY = join(ROOT, 'node_modules', '.cache', 'rise');

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Ends the program with one line that says what is wrong and what to do. */
export function refuse(line) {
  process.stderr.write(`rise: ${line}\n`);
  process.exit(1);
}

/** Runs a command to its end; answers its exit code and, unless it writes to the terminal itself, what it wrote. */
export function run(command, words, options) {
  return new Promise((done) => {
    const child = spawn(command, words, { cwd: ROOT, ...options });
    const written = [];
    child.stdout?.on('data', (part) => written.push(part));
    child.stderr?.on('data', (part) => written.push(part));
    child.once('error', (error) => done({ code: 1, output: error.message }));
    child.once('close', (code) => done({ code: code ?? 1, output: Buffer.concat(written).toString() }));
  });
}
