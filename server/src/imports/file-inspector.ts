import { FileError, type Engine } from '@rise/engine';
import type { InspectedFile, TablePreview, TableSettings } from '@rise/contract';
import { UserError } from '../kernel/errors/user-error.ts';
import type { StoredFile } from '../uploads/uploads.service.ts';

/** Reads uploaded files in a process of its own. */
export interface FileInspector {
  /** What a file holds; one that cannot be read has an error. */
  inspect(file: StoredFile): Promise<InspectedFile>;
  /** The first rows of a part of a file, read by some settings. */
  preview(file: StoredFile, part: string, settings: TableSettings, signal: AbortSignal): Promise<TablePreview>;
}

export function engineInspector({ files }: Pick<Engine, 'files'>): FileInspector {
  return {
    inspect: ({ path, name }) => files.inspect({ path, name }),
    preview: ({ path }, part, settings, signal) =>
      files.preview({ path, part, settings, signal }).catch((error: unknown) => {
        if (!(error instanceof FileError)) throw error;
        throw new UserError('CONFLICT', error.message);
      }),
  };
}
