import { UserError } from '../kernel/errors/user-error.ts';
import { FileProcesses, type FileProcessesOptions } from '../kernel/security/file-processes.ts';
import { PICTURE_ENTRY } from './picture-entry.ts';
import type { FromPicture, ToPicture } from './picture.process.ts';
import type { DrawnPicture, PictureRefusal } from './redraw-picture.ts';

const REFUSALS: Readonly<Record<PictureRefusal, string>> = {
  format: 'This is no picture that can be shown here. Use a PNG, JPEG, WebP or GIF file.',
  pixels: 'The picture is too large. Reduce it to at most 50 megapixels, and try again.',
  damaged: 'The picture is damaged. Save it again in an image program, and try again.',
};

const refusal = (reason: PictureRefusal, field: string): UserError =>
  new UserError('VALIDATION_FAILED', REFUSALS[reason], [{ field, message: REFUSALS[reason] }]);

/** Reads pictures that people bring. */
export class PictureReader {
  readonly #processes: FileProcesses<ToPicture, FromPicture>;

  constructor({ entry = PICTURE_ENTRY, deadlineMs }: Partial<Pick<FileProcessesOptions, 'entry' | 'deadlineMs'>>) {
    this.#processes = new FileProcesses({ entry, deadlineMs });
  }

  /** VALIDATION_FAILED, which names `field`, for what is no picture; BUSY where too many wait. */
  async read(bytes: Uint8Array, does: ToPicture['does'], field = 'data'): Promise<DrawnPicture> {
    const answer = await this.#processes.run({ does, bytes });
    if ('drawn' in answer) return answer.drawn;
    if ('refused' in answer) throw refusal(answer.refused, field);
    if ('failed' in answer) throw new Error(`A picture could not be read: ${answer.failed}`);
    if (answer.ended === 'killed') throw refusal('damaged', field);
    throw new Error(`A picture could not be read: ${answer.complaint}`);
  }
}
