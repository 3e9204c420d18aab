import type { InspectedFile, TablePreview } from '@rise/contract';
import { inspectFile, previewTable } from '../warehouses/embedded/inspect-files.ts';
import type { InspectOptions, InspectorLimits, PreviewOptions } from '../warehouses/embedded/inspect-files.ts';

interface FileServiceOptions {
  /** The bundled inspector, if the host is a bundle. */
  inspectorEntry: string | undefined;
}

/** Processes that look at files at the same time; others wait. */
const MAX_PROCESSES = 2;

/** Looks into files before they are loaded. */
export class FileService {
  readonly #limits: InspectorLimits;
  #running = 0;
  #waiting: (() => void)[] = [];

  constructor({ inspectorEntry }: FileServiceOptions) {
    this.#limits = inspectorEntry === undefined ? {} : { entry: inspectorEntry };
  }

  /** Finds the tables of a file and how they are read. What is wrong with it is in the answer. */
  inspect(options: InspectOptions): Promise<InspectedFile> {
    return this.#inTurn(() => inspectFile(options, this.#limits));
  }

  /** The first rows of a table, as a load would read them. Throws `FileError`. */
  preview(options: PreviewOptions): Promise<TablePreview> {
    return this.#inTurn(() => previewTable(options, this.#limits));
  }

  async #inTurn<Answer>(run: () => Promise<Answer>): Promise<Answer> {
    if (this.#running >= MAX_PROCESSES) await new Promise<void>((next) => this.#waiting.push(next));
    else this.#running += 1;
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
