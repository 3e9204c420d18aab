import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const print = (text) => process.stdout.write(`${text}\n`);
const minutes = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')}`;

/** The end of a command's output, where the reason for its exit code stands. */
const lastLines = (output) => output.toString().trimEnd().split('\n').slice(-40).join('\n');

/** Runs checks and test suites, counts what passed and failed, and measures how long each took. */
export class TestRun {
  #root;
  #start = performance.now();
  #passed = 0;
  /** @type {string[]} one line each */
  #failed = [];
  /** @type {{ name: string, ms: number }[]} */
  #parts = [];

  constructor(root) {
    this.#root = root;
  }

  fail(line) {
    this.#failed.push(line);
  }

  /** Runs a check that passes or fails as one; returns whether it passed. */
  async check(name, command, args) {
    this.#announce(name);
    return this.#count(name, await this.#measure(name, () => this.#spawn(command, args)));
  }

  /** Runs independent checks one after another under one heading; the output of each is printed when it ends. */
  async checks(heading, checks) {
    await this.#measure(heading, async () => {
      for (const [name, command, args] of checks) {
        const { code, output } = await this.#collect(command, args, { shown: false });
        this.#announce(name);
        process.stdout.write(output);
        this.#count(name, code);
      }
    });
  }

  /**
   * Runs a test runner, which counts its own tests: `read` finds them in its report file. One that exits without a
   * report is a failure.
   */
  async suite(name, command, args, { env = {}, reportFile, read }) {
    this.#announce(name);
    const { code, output } = await this.#measure(name, () => this.#collect(command, args, { env, shown: true }));
    let result;
    try {
      result = read(JSON.parse(readFileSync(reportFile, 'utf8')), (file) => relative(this.#root, file));
    } catch (error) {
      this.fail(`${name}: exited with ${code} and left no report (${error.message})`);
      return;
    }
    this.#passed += result.passed;
    this.#failed.push(...result.failed);
    if (result.passed + result.failed.length === 0) this.fail(`${name}: no test ran`);
    else if (code !== 0 && result.failed.length === 0) {
      this.fail(`${name}: exited with ${code}, though no test failed; its last lines:\n${lastLines(output)}`);
    }
  }

  /** Prints the parts with their times, the failures, and 'N passed, N failed'; returns the exit code. */
  finish() {
    const rows = [...this.#parts, { name: 'In all', ms: performance.now() - this.#start }];
    const width = Math.max(...rows.map(({ name }) => name.length));
    print(`\n${'Part'.padEnd(width)}  min:s`);
    for (const { name, ms } of rows) print(`${name.padEnd(width)}  ${minutes(ms).padStart(5)}`);
    if (this.#failed.length > 0) print(`\nFailed:\n${this.#failed.map((line) => `  ✗ ${line}`).join('\n')}`);
    print(`\n${this.#passed} passed, ${this.#failed.length} failed`);
    return this.#failed.length === 0 ? 0 : 1;
  }

  #announce(name) {
    print(`\n── ${name} (after ${minutes(performance.now() - this.#start)})`);
  }

  async #measure(name, work) {
    const start = performance.now();
    const result = await work();
    this.#parts.push({ name, ms: performance.now() - start });
    return result;
  }

  #count(name, code) {
    if (code === 0) this.#passed += 1;
    else this.fail(name);
    return code === 0;
  }

  /** Runs a command with its output shown; resolves to its exit code. */
  #spawn(command, args) {
    return new Promise((resolve) => {
      const child = spawn(command, args, { cwd: this.#root, stdio: ['ignore', 'inherit', 'inherit'] });
      child.on('error', () => resolve(127));
      child.on('exit', (code, signal) => resolve(signal ? 128 : (code ?? 1)));
    });
  }

  /** Runs a command and collects its output, which is also shown as it comes if `shown`. */
  #collect(command, args, { env = {}, shown }) {
    return new Promise((resolve) => {
      const child = spawn(command, args, {
        cwd: this.#root,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
      });
      const chunks = [];
      for (const [stream, ours] of [
        [child.stdout, process.stdout],
        [child.stderr, process.stderr],
      ]) {
        stream.on('data', (chunk) => chunks.push(chunk));
        if (shown) stream.pipe(ours, { end: false });
      }
      child.on('error', (error) => resolve({ code: 127, output: `${error.message}\n` }));
      const end = (code) => resolve({ code: code ?? 128, output: Buffer.concat(chunks) });
      child.on('close', end);
      // A process that the command left behind may keep the streams open.
      child.on('exit', (code) => setTimeout(end, 10_000, code));
    });
  }
}
