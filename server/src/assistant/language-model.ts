import { setTimeout } from 'node:timers/promises';
import type { AnswerFailure } from '@rise/contract';
import { z } from 'zod';
import { UserError } from '../kernel/errors/user-error.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { OutgoingError, OutgoingHttp, type OutgoingAnswer } from '../kernel/security/outgoing-http.ts';
import { completion, NotTheProtocol, readCompletion, tokenUse, type TokenUse } from './completion-stream.ts';
import { SilenceWatch } from './silence-watch.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** How long the server may take, in milliseconds. */
export interface ModelTimes {
  /** Until the first byte of a streamed answer. */
  readonly firstByteMs: number;
  /** Between two parts of it. */
  readonly idleMs: number;
  /** For all of an answer, with its retry. */
  readonly totalMs: number;
}

export interface LanguageModelOptions {
  /** Without `/chat/completions`. */
  readonly baseUrl: URL;
  readonly apiKey: string | null;
  readonly model: string;
  readonly times?: Partial<ModelTimes>;
  /** Pause before the retry, unless the server names a shorter one. */
  readonly retryMs?: number;
  /** Receives the reason where there is no answer; never the key or the question. */
  readonly onFailure: (reason: string) => void;
}

const TIMES: ModelTimes = { firstByteMs: 10_000, idleMs: 15_000, totalMs: 45_000 };
const RETRY_MS = 1000;
/** The most tokens of an answer. */
export const MAX_TOKENS = 900;
/** A streamed token arrives with some hundred bytes around it. */
const MAX_BYTES = 1024 * 1024;

/** ASSISTANT_UNAVAILABLE, and why. */
export class ModelFailure extends UserError {
  readonly reason: AnswerFailure;
  constructor(reason: AnswerFailure) {
    super('ASSISTANT_UNAVAILABLE', MESSAGES[reason]);
    this.reason = reason;
  }
}

const MESSAGES: Record<AnswerFailure, string | undefined> = {
  slow: 'The language model did not answer in time. Try again in a moment.',
  busy: 'The language model has too many requests at the moment. Try again in a minute.',
  unavailable: undefined,
  conversation: undefined,
};

/** A language model behind the chat completions protocol, which many services and local servers offer. */
export class LanguageModel {
  readonly #options: LanguageModelOptions;
  readonly #times: ModelTimes;
  readonly #address: URL;
  readonly #http: OutgoingHttp;

  constructor(options: LanguageModelOptions) {
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
    this.#address = new URL(`${options.baseUrl.href.replace(/\/+$/, '')}/chat/completions`);
    this.#http = new OutgoingHttp({
      hosts: HostAllowance.publicAnd(options.baseUrl),
      maxBytes: MAX_BYTES,
      deadlineMs: this.#times.totalMs,
    });
  }

  /** The model's answer; a `ModelFailure` where there is none in time. Stops when the signal aborts. */
  async complete(
    messages: readonly ModelMessage[],
    signal: AbortSignal,
  ): Promise<{ content: string; tokens: TokenUse | null }> {
    try {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(this.#times.totalMs)]);
      return await readComplete(await this.#open(messages, false, limit));
    } catch (error) {
      throw this.#failure(error, signal);
    }
  }

  /**
   * Pieces of the model's answer as they arrive; returns its tokens where the server counts them. Fails and stops like
   * `complete`, also after the first piece.
   */
  async *stream(messages: readonly ModelMessage[], signal: AbortSignal): AsyncGenerator<string, TokenUse | null> {
    const { firstByteMs, idleMs, totalMs } = this.#times;
    const watch = new SilenceWatch(firstByteMs);
    try {
      const limit = AbortSignal.any([signal, watch.signal, AbortSignal.timeout(totalMs)]);
      const answer = await this.#open(messages, true, limit);
      // A server that does not stream sends all at once.
      if (/json|^$/.test(answer.headers.get('content-type') ?? '')) {
        const { content, tokens } = await readComplete({ ...answer, parts: watch.over(answer.parts, idleMs) });
        yield content;
        return tokens;
      }
      return yield* readCompletion(watch.over(answer.parts, idleMs));
    } catch (error) {
      throw this.#failure(error, signal);
    } finally {
      watch.end();
    }
  }

  /** The head of the answer. A server that is overloaded or failing is asked once more, before anything was streamed. */
  async #open(messages: readonly ModelMessage[], stream: boolean, signal: AbortSignal): Promise<OutgoingAnswer> {
    const first = await this.#request(messages, stream, signal);
    if (!isTransient(first.status)) return accepted(first);
    first.discard();
    await setTimeout(pauseOf(first.headers, this.#options.retryMs ?? RETRY_MS), undefined, { signal });
    return accepted(await this.#request(messages, stream, signal));
  }

  #request(messages: readonly ModelMessage[], stream: boolean, signal: AbortSignal): Promise<OutgoingAnswer> {
    const { apiKey, model } = this.#options;
    return this.#http.open(this.#address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: stream ? 'text/event-stream, application/json' : 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({
        model,
        messages,
        max_tokens: MAX_TOKENS,
        stream,
        ...(stream && { stream_options: { include_usage: true } }),
      }),
      signal,
    });
  }

  /** What the caller gets; the reader's own leaving is no failure of the model. */
  #failure(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason;
    this.#options.onFailure(reasonOf(error));
    return new ModelFailure(isSlow(error) ? 'slow' : isBusy(error) ? 'busy' : 'unavailable');
  }
}

const isTransient = (status: number): boolean => status === 429 || status >= 500;

/** Key and question are sent only to the configured address: a redirect is an answer like any other failure. */
function accepted(answer: OutgoingAnswer): OutgoingAnswer {
  if (answer.status >= 200 && answer.status < 300) return answer;
  answer.discard();
  throw new OutgoingError(`status ${answer.status}`);
}

/** The pause that the server names in seconds, where it is shorter than ours. */
function pauseOf(headers: Headers, mostMs: number): number {
  const named = headers.get('retry-after');
  return named !== null && /^\d{1,4}$/.test(named) ? Math.min(mostMs, Number(named) * 1000) : mostMs;
}

async function readComplete({ parts }: OutgoingAnswer): Promise<{ content: string; tokens: TokenUse | null }> {
  const read: Buffer[] = [];
  for await (const part of parts) read.push(part);
  const { choices, usage } = completion.parse(JSON.parse(Buffer.concat(read).toString()));
  return { content: choices[0]!.message.content, tokens: tokenUse(usage) };
}

const isSlow = (error: unknown): boolean =>
  (error instanceof OutgoingError && (error.code === 'DEADLINE' || error.code === 'SILENT')) || isTimeout(error);
const isBusy = (error: unknown): boolean => error instanceof OutgoingError && /^status (?:429|503)$/.test(error.code);
/** Of `AbortSignal.timeout`, which Node’s timers wrap in an error of their own. */
const isTimeout = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'TimeoutError' || isTimeout(error.cause) || isSilent(error.cause));
const isSilent = (error: unknown): boolean => error instanceof OutgoingError && error.code === 'SILENT';

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError || error instanceof NotTheProtocol)
    return 'not the protocol’s answer';
  if (isTimeout(error)) return 'deadline';
  if (error instanceof OutgoingError) return REASONS[error.code] ?? error.code;
  return 'unknown';
}

const REASONS: Record<string, string> = {
  DEADLINE: 'deadline',
  SILENT: 'silence',
  TOO_LARGE: 'the answer is too large',
};
