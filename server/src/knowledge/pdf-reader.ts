import { fork } from 'node:child_process';
import { UserError } from '../kernel/errors/user-error.ts';
import { PDF_ENTRY } from './pdf-entry.ts';
import type { FromPdf, ToPdf } from './pdf.process.ts';

const DEADLINE_MS = 30_000;
/** Documents that wait for their turn. */
const MOST_WAITING = 8;
/** Of its heap, in megabytes; a PDF of the largest size takes a part of it. */
const MEMORY = 512;

/**
 * Reads PDFs that people bring: one at a time, each in a process of its own without the server's environment and with
 * limits of time and memory, which a file made to harm can exhaust or break without harm.
 */
export class PdfReader {
  readonly #entry: string;
  readonly #deadlineMs: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({
    entry = PDF_ENTRY,
    deadlineMs = DEADLINE_MS,
  }: {
    entry?: string | undefined;
    deadlineMs?: number;
  } = {}) {
    this.#entry = entry;
    this.#deadlineMs = deadlineMs;
  }

  /** The text of a PDF; null where it cannot be read in time. BUSY where too many wait. */
  async readPdf(bytes: Uint8Array): Promise<string | null> {
    if (this.#waiting >= MOST_WAITING) throw new UserError('BUSY');
    this.#waiting += 1;
    const answer = this.#last.then(() => this.#run({ bytes }));
    this.#last = answer.catch(() => {});
    try {
      const read = await answer;
      return 'text' in read ? read.text : null;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** A process that is killed, or ends without an answer, was given a file that it cannot read. */
  #run(request: ToPdf): Promise<FromPdf> {
    return new Promise((resolve, reject) => {
      const child = fork(this.#entry, {
        serialization: 'advanced',
        env: {},
        execArgv: [`--max-old-space-size=${MEMORY}`],
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      const deadline = setTimeout(() => child.kill('SIGKILL'), this.#deadlineMs);
      child.once('message', (answer: FromPdf) => resolve(answer));
      child.once('error', reject);
      child.once('close', () => {
        clearTimeout(deadline);
        resolve({ unreadable: 'ended' });
      });
      child.send(request, (error) => error && child.kill('SIGKILL'));
    });
  }
}
