import type { Engine } from '@rise/engine';
import type { InspectedFile, TablePreview, TableSettings } from '@rise/contract';
import type { StoredFile } from '../uploads/uploads.service.ts';

/** Reads uploaded files in a process of its own. */
export interface FileInspector {
  /** What a file holds; one that cannot be read has an error. */
  inspect(file: StoredFile): Promise<InspectedFile>;
  /** The first rows of a part of a file, read by some settings. */
  preview(file: StoredFile, part: string, settings: TableSettings, signal: AbortSignal): Promise<TablePreview>;
}

export function engineInspector(engine: Engine): FileInspector {
  return {
    inspect: () => Promise.reject(new Error(String(engine))),
    preview: () => Promise.reject(new Error('later')),
  };
}
