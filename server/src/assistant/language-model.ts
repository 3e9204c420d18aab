import { setTimeout } from 'node:timers/promises';
import type { AnswerFailure } from '@rise/contract';
import { z } from 'zod';
import { UserError } from '../kernel/errors/user-error.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { OutgoingError, OutgoingHttp, type OutgoingAnswer } from '../kernel/security/outgoing-http.ts';
import {
  completion,
  completionWithTools,
  NotTheProtocol,
  readCompletion,
  ToolCalls,
  tokenUse,
  type TokenUse,
  type ToolCall,
  type Written,
} from './completion-stream.ts';
import { SilenceWatch } from './silence-watch.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A message of a turn with tools: also the calls that the model wrote, and what came of each. */
export type TurnMessage =
  | ModelMessage
  | { readonly role: 'assistant'; readonly content: string; readonly calls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly callId: string };

/** A tool as the model sees it; `parameters` is a JSON schema. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: object;
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

  /** As the operator configured it. */
  get name(): string {
    return this.#options.model;
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

  /**
   * What the model writes next in a turn with tools: text, calls of tools, or both. Its times, failures and retry are
   * those of `stream`; nothing is shown before it is complete.
   */
  async converse(messages: readonly TurnMessage[], tools: readonly ModelTool[], signal: AbortSignal): Promise<Written> {
    const { firstByteMs, idleMs, totalMs } = this.#times;
    const watch = new SilenceWatch(firstByteMs);
    try {
      const limit = AbortSignal.any([signal, watch.signal, AbortSignal.timeout(totalMs)]);
      const answer = await this.#open(messages, true, limit, tools);
      const parts = watch.over(answer.parts, idleMs);
      if (/json|^$/.test(answer.headers.get('content-type') ?? '')) return await readWritten(parts);
      const calls = new ToolCalls();
      const pieces = readCompletion(parts, calls);
      let content = '';
      for (let step = await pieces.next(); ; step = await pieces.next()) {
        if (step.done) return { content: content.trim(), calls: calls.all, tokens: step.value };
        content += step.value;
      }
    } catch (error) {
      throw this.#failure(error, signal);
    } finally {
      watch.end();
    }
  }

  /** All that a turn may take, with its tools. */
  get turnMs(): number {
    return this.#times.totalMs;
  }

  /** The head of the answer. A server that is overloaded or failing is asked once more, before anything was streamed. */
  async #open(
    messages: readonly TurnMessage[],
    stream: boolean,
    signal: AbortSignal,
    tools: readonly ModelTool[] = [],
  ): Promise<OutgoingAnswer> {
    const first = await this.#request(messages, stream, signal, tools);
    if (!isTransient(first.status)) return accepted(first);
    first.discard();
    await setTimeout(pauseOf(first.headers, this.#options.retryMs ?? RETRY_MS), undefined, { signal });
    return accepted(await this.#request(messages, stream, signal, tools));
  }

  #request(
    messages: readonly TurnMessage[],
    stream: boolean,
    signal: AbortSignal,
    tools: readonly ModelTool[],
  ): Promise<OutgoingAnswer> {
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
        messages: messages.map(toProtocol),
        ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', function: tool })) }),
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

function toProtocol(message: TurnMessage): object {
  if (message.role === 'tool') return { role: 'tool', tool_call_id: message.callId, content: message.content };
  if (!('calls' in message)) return message;
  const calls = message.calls.map(({ id, ...called }) => ({ id, type: 'function', function: called }));
  return { role: 'assistant', content: message.content, tool_calls: calls };
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

async function readWritten(parts: AsyncIterable<Buffer>): Promise<Written> {
  const read: Buffer[] = [];
  for await (const part of parts) read.push(part);
  const { choices, usage } = completionWithTools.parse(JSON.parse(Buffer.concat(read).toString()));
  const { content, tool_calls: called } = choices[0]!.message;
  const calls = new ToolCalls();
  calls.add(called ?? []);
  return { content: content?.trim() ?? '', calls: calls.all, tokens: tokenUse(usage) };
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
