import { z } from 'zod';
import { UserError } from '../kernel/errors/user-error.ts';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { OutgoingError, OutgoingHttp } from '../kernel/security/outgoing-http.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface LanguageModelOptions {
  /** Without `/chat/completions`. */
  readonly baseUrl: URL;
  readonly apiKey: string | null;
  readonly model: string;
  readonly deadlineMs?: number;
  /** Receives the reason where there is no answer; never the key or the question. */
  readonly onFailure: (reason: string) => void;
}

const DEADLINE_MS = 45_000;
const MAX_TOKENS = 900;
const MAX_BYTES = 262_144;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().trim().min(1) }) })).min(1),
});

/** A language model behind the chat completions protocol, which many services and local servers offer. */
export class LanguageModel {
  readonly #options: LanguageModelOptions;
  readonly #address: URL;
  readonly #http: OutgoingHttp;

  constructor(options: LanguageModelOptions) {
    this.#options = options;
    this.#address = new URL(`${options.baseUrl.href.replace(/\/+$/, '')}/chat/completions`);
    const deadlineMs = options.deadlineMs ?? DEADLINE_MS;
    this.#http = new OutgoingHttp({ hosts: HostAllowance.publicAnd(options.baseUrl), maxBytes: MAX_BYTES, deadlineMs });
  }

  /** The model's answer; ASSISTANT_UNAVAILABLE where there is none in time. Stops when the signal aborts. */
  async complete(messages: readonly ModelMessage[], signal: AbortSignal): Promise<string> {
    try {
      const response = await this.#request(messages, signal);
      // Key and question are sent only to the configured address: a redirect is an answer like any other failure.
      if (!response.ok) throw new OutgoingError(`status ${response.status}`);
      return completion.parse(JSON.parse(await response.text())).choices[0]!.message.content;
    } catch (error) {
      signal.throwIfAborted();
      this.#options.onFailure(reasonOf(error));
      throw new UserError('ASSISTANT_UNAVAILABLE');
    }
  }

  #request(messages: readonly ModelMessage[], signal: AbortSignal): Promise<Response> {
    const { apiKey, model } = this.#options;
    return this.#http.fetch(this.#address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, messages, max_tokens: MAX_TOKENS, stream: false }),
      signal,
    });
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'not the protocol’s answer';
  if (error instanceof OutgoingError) return REASONS[error.code] ?? error.code;
  return 'unknown';
}

const REASONS: Record<string, string> = { DEADLINE: 'deadline', TOO_LARGE: 'the answer is too large' };
