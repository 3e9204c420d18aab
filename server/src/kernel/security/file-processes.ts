import { fork, type Serializable } from 'node:child_process';
import { UserError } from '../errors/user-error.ts';

const DEADLINE_MS = 30_000;
/** Files that wait for their turn. */
const MOST_WAITING = 8;
/** Characters of what a process complained about. */
const MOST_COMPLAINTS = 2000;

export interface FileProcessesOptions {
  /** The program, which gets one request and sends one answer. */
  readonly entry: string;
  readonly deadlineMs?: number | undefined;
  /** Of its heap, in megabytes; left out: as much as Node.js takes. */
  readonly heapMb?: number;
}

/** How a process ended without an answer: killed, by the system or for its time, or by an error of its own. */
export interface Ended {
  readonly ended: 'killed' | 'failed';
  /** The end of what it complained about. */
  readonly complaint: string;
}

/**
 * Reads files that people bring: one at a time, each in a process of its own without the server's environment and with
 * limits of time and memory, which a file made to harm can exhaust or break without harm.
 */
export class FileProcesses<Request extends Serializable, Answer> {
  readonly #entry: string;
  readonly #deadlineMs: number;
  readonly #arguments: string[];
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({ entry, deadlineMs = DEADLINE_MS, heapMb }: FileProcessesOptions) {
    this.#entry = entry;
    this.#deadlineMs = deadlineMs;
    this.#arguments = heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`];
  }

  /** What the process answers to a request, or how it ended without. BUSY where too many wait. */
  async run(request: Request): Promise<Answer | Ended> {
    if (this.#waiting >= MOST_WAITING) throw new UserError('BUSY');
    this.#waiting += 1;
    const answer = this.#last.then(() => this.#start(request));
    this.#last = answer.catch(() => {});
    try {
      return await answer;
    } finally {
      this.#waiting -= 1;
    }
  }

  #start(request: Request): Promise<Answer | Ended> {
    return new Promise((resolve, reject) => {
      const child = fork(this.#entry, {
        serialization: 'advanced',
        env: {},
        execArgv: this.#arguments,
        stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      });
      let complaint = '';
      child.stderr!.setEncoding('utf8').on('data', (text: string) => {
        complaint = `${complaint}${text}`.slice(-MOST_COMPLAINTS);
      });
      const deadline = setTimeout(() => child.kill('SIGKILL'), this.#deadlineMs);
      child.once('message', (answer: Answer) => resolve(answer));
      child.once('error', reject);
      child.once('close', (_code, signal) => {
        clearTimeout(deadline);
        resolve({ ended: signal === null ? 'failed' : 'killed', complaint });
      });
      child.send(request, (error) => error && child.kill('SIGKILL'));
    });
  }
}
