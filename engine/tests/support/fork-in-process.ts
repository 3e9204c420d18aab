import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { buildVersion } from '../../src/warehouses/embedded/build-version.ts';
import { loadFailure } from '../../src/warehouses/embedded/rejects-exceeded.ts';
import type { ForkOptions } from '../../src/warehouses/embedded/fork-process.ts';
import { answerInspection } from '../../src/warehouses/embedded/answer-inspection.ts';
import type { FromInspector, ToInspector } from '../../src/warehouses/embedded/inspect-files.ts';
import { INSPECTOR_ENTRY, LOADER_ENTRY } from './built-entries.ts';
import type {
  FromLoader,
  FromReader,
  LoadSetup,
  ReaderSetup,
  ToReader,
} from '../../src/warehouses/embedded/messages.ts';
import { RequestHandler } from '../../src/warehouses/embedded/request-handler.ts';

// Stands in for the engine's own `fork-process.ts` where child processes are not the subject. The same programs run in
// the test's process, and messages are copied as between processes. What only a process of its own shows (limits, kills,
// a parent that ends) is tested beside the readers and the loader, in `server/src/host`, `server/src/query` and by
// journeys.

type Message = FromReader | FromLoader | FromInspector;

class ProgramInProcess extends EventEmitter {
  exitCode: number | null = null;
  signalCode: string | null = null;
  #handler: Promise<RequestHandler> | null = null;
  readonly #inspects: boolean;

  constructor({ entry, setup }: ForkOptions) {
    super();
    this.#inspects = entry === INSPECTOR_ENTRY;
    if (this.#inspects) return;
    if (entry === LOADER_ENTRY) void this.#load(structuredClone(setup) as LoadSetup);
    else this.#handler = this.#read(structuredClone(setup) as ReaderSetup);
    this.#handler?.catch((error: Error) => this.#emitMessage({ refused: error.message }));
  }

  send(message: ToReader | ToInspector): void {
    if (this.signalCode !== null) return;
    const copy = structuredClone(message);
    if (this.#inspects) return void this.#inspect(copy as ToInspector);
    void this.#handler?.then((handler) => handler.handle(copy as ToReader));
  }

  kill(signal: string): void {
    void this.#handler?.then(
      (handler) => handler.close(),
      () => undefined,
    );
    this.#exit(null, signal);
  }

  ref(): void {}
  unref(): void {}

  async #read(setup: ReaderSetup): Promise<RequestHandler> {
    const handler = await RequestHandler.open(setup, (message) => this.#emitMessage(message));
    this.#emitMessage({ ready: true });
    return handler;
  }

  async #load(setup: LoadSetup): Promise<void> {
    try {
      const loaded = await buildVersion(setup, {
        onTable: async (table) => this.#emitMessage({ table }),
        onProgress: (progress) => this.#emitMessage({ progress }),
      });
      this.#emitMessage({ loaded });
      this.#exit(0, null);
    } catch (error) {
      this.#emitMessage(loadFailure(error));
      this.#exit(1, null);
    }
  }

  async #inspect(request: ToInspector): Promise<void> {
    this.#emitMessage(await answerInspection(request));
    this.#exit(0, null);
  }

  #emitMessage(message: Message): void {
    const copy = structuredClone(message);
    setImmediate(() => {
      if (this.signalCode === null) this.emit('message', copy);
    });
  }

  #exit(code: number | null, signal: string | null): void {
    if (signal !== null) this.signalCode = signal;
    setImmediate(() => {
      this.exitCode = code;
      this.emit('exit', code, signal);
      this.emit('close', code, signal);
    });
  }
}

export const forkProcess = (options: ForkOptions): ChildProcess =>
  new ProgramInProcess(options) as unknown as ChildProcess;

export const lastWords = () => () => '';
