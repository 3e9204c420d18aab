import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder, regardless of the working directory. */
export const ROOT = resolve(fileURLToPath(import.meta.url), '..', '..', '..');

/** The launcher's cache; deleted together with node_modules. */
export const MEMORY = join(ROOT, 'node_modules', '.cache', 'rise');

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Ends the program with one line: what is wrong and what to do. */
export function refuse(line) {
  process.stderr.write(`rise: ${line}\n`);
  process.exit(1);
}

/** Runs a command to its end; resolves with its exit code and, unless it inherits the terminal, its output. */
export function run(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: ROOT, ...options });
    const written = [];
    child.stdout?.on('data', (part) => written.push(part));
    child.stderr?.on('data', (part) => written.push(part));
    child.once('error', (error) => done({ code: 1, output: error.message }));
    child.once('close', (code) => done({ code: code ?? 1, output: Buffer.concat(written).toString() }));
  });
}
