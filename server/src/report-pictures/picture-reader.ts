import { fork } from 'node:child_process';
import { UserError } from '../kernel/errors/user-error.ts';
import { PICTURE_ENTRY } from './picture-entry.ts';
import type { FromPicture, ToPicture } from './picture.process.ts';
import type { DrawnPicture, PictureRefusal } from './redraw-picture.ts';

const DEADLINE_MS = 30_000;
/** Pictures that wait for their turn. */
const MOST_WAITING = 8;

const REFUSALS: Readonly<Record<PictureRefusal, string>> = {
  format: 'This is no picture that can be shown here. Use a PNG, JPEG, WebP or GIF file.',
  pixels: 'The picture is too large. Reduce it to at most 50 megapixels, and try again.',
  damaged: 'The picture is damaged. Save it again in an image program, and try again.',
};

const refusal = (reason: PictureRefusal, field: string): UserError =>
  new UserError('VALIDATION_FAILED', REFUSALS[reason], [{ field, message: REFUSALS[reason] }]);

/**
 * Reads pictures that people bring: one at a time, each in a process of its own without the server's environment, which a
 * file made to harm can exhaust or break without harm.
 */
export class PictureReader {
  readonly #entry: string;
  readonly #deadlineMs: number;
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor({
    entry = PICTURE_ENTRY,
    deadlineMs = DEADLINE_MS,
  }: {
    entry?: string | undefined;
    deadlineMs?: number;
  }) {
    this.#entry = entry;
    this.#deadlineMs = deadlineMs;
  }

  /** VALIDATION_FAILED, which names `field`, for what is no picture; BUSY where too many wait. */
  async read(bytes: Uint8Array, does: ToPicture['does'], field = 'data'): Promise<DrawnPicture> {
    if (this.#waiting >= MOST_WAITING) throw new UserError('BUSY');
    this.#waiting += 1;
    const answer = this.#last.then(() => this.#run({ does, bytes }));
    this.#last = answer.catch(() => {});
    try {
      const read = await answer;
      if ('drawn' in read) return read.drawn;
      if ('refused' in read) throw refusal(read.refused, field);
      throw new Error(`A picture could not be read: ${read.failed}`);
    } finally {
      this.#waiting -= 1;
    }
  }

  /** A process that is killed, by the system or for its time, was given a file that it cannot read. */
  #run(request: ToPicture): Promise<FromPicture> {
    return new Promise((resolve, reject) => {
      const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
      const child = fork(this.#entry, { serialization: 'advanced', env: {}, execArgv: [], stdio: [...stdio] });
      let words = '';
      child.stderr!.setEncoding('utf8').on('data', (text: string) => (words = `${words}${text}`.slice(-2000)));
      const deadline = setTimeout(() => child.kill('SIGKILL'), this.#deadlineMs);
      child.once('message', (answer: FromPicture) => resolve(answer));
      child.once('error', reject);
      child.once('close', (_code, signal) => {
        clearTimeout(deadline);
        resolve(signal === null ? { failed: words } : { refused: 'damaged' });
      });
      child.send(request, (error) => error && child.kill('SIGKILL'));
    });
  }
}
