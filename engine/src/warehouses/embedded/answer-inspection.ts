import { FileError } from '../../files/file-error.ts';
import { inspectFile } from '../../files/inspect-file.ts';
import { previewTable } from '../../files/preview-table.ts';
import type { FromInspector, ToInspector } from './inspect-files.ts';

/** Runs in the inspecting process. */
export async function answerInspection(request: ToInspector): Promise<FromInspector> {
  try {
    if ('inspect' in request) return { inspected: await inspectFile(request.inspect) };
    return { preview: await previewTable(request.preview) };
  } catch (error) {
    if (error instanceof FileError)
      return { refused: { code: error.code, what: error.what, remedy: error.remedy, at: error.at } };
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
