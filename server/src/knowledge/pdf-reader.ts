import { FileProcesses, type FileProcessesOptions } from '../kernel/security/file-processes.ts';
import { PDF_ENTRY } from './pdf-entry.ts';
import type { FromPdf, ToPdf } from './pdf.process.ts';

/** A PDF of the largest size takes a part of it. */
const HEAP_MB = 512;

/** Reads PDFs that people bring. */
export class PdfReader {
  readonly #processes: FileProcesses<ToPdf, FromPdf>;

  constructor({ entry = PDF_ENTRY, deadlineMs }: Partial<Pick<FileProcessesOptions, 'entry' | 'deadlineMs'>> = {}) {
    this.#processes = new FileProcesses({ entry, deadlineMs, heapMb: HEAP_MB });
  }

  /** The text of a PDF; null where it cannot be read in time. BUSY where too many wait. */
  async readPdf(bytes: Uint8Array): Promise<string | null> {
    const answer = await this.#processes.run({ bytes });
    return 'text' in answer ? answer.text : null;
  }
}
