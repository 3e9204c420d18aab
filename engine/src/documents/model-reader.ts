import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Model } from '@rise/contract';
import { ModelError, type ModelIssue } from '../errors.ts';
import { readOssie, type OssieImport } from '../ossie/read-ossie.ts';
import { MODELS_ENTRY } from './entries.ts';
import { extendedTemplate, readModel, readYamlValues, type ModelSource } from './read-model.ts';

/**
 * What the thread does with a source: read it, find the name of the template that it extends, or read it as Apache Ossie
 * or as YAML of any kind.
 */
export interface ModelRequest {
  readonly task: 'read' | 'extended' | 'ossie' | 'values';
  readonly source: ModelSource;
}
export type ModelAnswer =
  | { readonly value: unknown }
  | { readonly issues: ModelIssue[] }
  | { readonly failure: string };

/** Characters that are read within a few milliseconds, so that starting a thread is not worth it. */
const SMALL = 4096;
/** A thread that takes longer is stopped: no document of a permitted size that a person wrote does. */
const DEADLINE_MS = 20_000;
/** Error codes of a thread that was stopped for its time or memory. */
const OVERLOADED = new Set(['ABORT_ERR', 'ERR_WORKER_OUT_OF_MEMORY']);
const MEMORY = { maxOldGenerationSizeMb: 512 };

/**
 * Reads models in a thread of its own, one at a time: a large document takes up to a second, in which the server would
 * answer nobody.
 */
export class ModelReader {
  readonly #entry: string;
  readonly #deadlineMs: number;
  #thread: Worker | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor({
    entry = MODELS_ENTRY,
    deadlineMs = DEADLINE_MS,
  }: { entry?: string | undefined; deadlineMs?: number } = {}) {
    this.#entry = entry;
    this.#deadlineMs = deadlineMs;
  }

  /** As `readModel`. */
  async read(source: ModelSource): Promise<Model> {
    if (isSmall(source)) return readModel(source);
    return (await this.#request({ task: 'read', source })) as Model;
  }

  /** As `extendedTemplate`. */
  async extendedTemplate(text: string, file: string): Promise<string | null> {
    const source = { text, file };
    if (isSmall(source)) return extendedTemplate(text, file);
    return (await this.#request({ task: 'extended', source })) as string | null;
  }

  /** As `readOssie`. */
  async readOssie(text: string, file: string): Promise<OssieImport> {
    const source = { text, file };
    if (isSmall(source)) return readOssie(text, file);
    return (await this.#request({ task: 'ossie', source })) as OssieImport;
  }

  /** As `readYamlValues`. */
  async readYaml(text: string, file: string): Promise<unknown> {
    const source = { text, file };
    return isSmall(source) ? readYamlValues(source) : this.#request({ task: 'values', source });
  }

  async close(): Promise<void> {
    await this.#stop();
  }

  async #request(request: ModelRequest): Promise<unknown> {
    const answered = this.#last.then(() => this.#ask(request));
    this.#last = answered.catch(() => {});
    const answer = await answered;
    if ('value' in answer) return answer.value;
    if ('issues' in answer) throw new ModelError(answer.issues);
    throw new Error(answer.failure);
  }

  async #ask({ task, source }: ModelRequest): Promise<ModelAnswer> {
    const thread = (this.#thread ??= new Worker(this.#entry, { resourceLimits: MEMORY }));
    thread.ref();
    try {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      thread.postMessage({ task, source });
      const signal = AbortSignal.timeout(this.#deadlineMs);
      // Rejects where the thread fails, also for lack of memory.
      const [answer] = (await once(thread, 'message', { signal })) as [ModelAnswer];
      thread.unref();
      return answer;
    } catch (error) {
      await this.#stop();
      if (!OVERLOADED.has((error as { code?: string }).code ?? '')) throw error;
      const message = 'The document takes too long to read. Divide it, or write it plainly.';
      return { issues: [{ file: source.file, line: null, column: null, path: '', message }] };
    }
  }

  async #stop(): Promise<void> {
    const thread = this.#thread;
    this.#thread = null;
    await thread?.terminate();
  }
}

const isSmall = ({ text, template }: ModelSource): boolean => text.length + (template?.length ?? 0) <= SMALL;
