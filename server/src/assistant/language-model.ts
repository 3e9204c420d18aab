import { z } from 'zod';
import { UserError } from '../kernel/errors/user-error.ts';

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
  readonly #address: string;

  constructor(options: LanguageModelOptions) {
    this.#options = options;
    this.#address = `${options.baseUrl.href.replace(/\/+$/, '')}/chat/completions`;
  }

  /** The model's answer; ASSISTANT_UNAVAILABLE where there is none in time. Stops when the signal aborts. */
  async complete(messages: readonly ModelMessage[], signal: AbortSignal): Promise<string> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs ?? DEADLINE_MS);
    try {
      const response = await this.#request(messages, AbortSignal.any([signal, deadline]));
      if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`status ${response.status}`);
      }
      return completion.parse(JSON.parse(await readBounded(response))).choices[0]!.message.content;
    } catch (error) {
      signal.throwIfAborted();
      this.#options.onFailure(deadline.aborted ? 'deadline' : reasonOf(error));
      throw new UserError('ASSISTANT_UNAVAILABLE');
    }
  }

  #request(messages: readonly ModelMessage[], signal: AbortSignal): Promise<Response> {
    const { apiKey, model } = this.#options;
    return fetch(this.#address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
      },
      body: JSON.stringify({ model, messages, max_tokens: MAX_TOKENS, stream: false }),
      // Key and question are sent only to the configured address.
      redirect: 'error',
      signal,
    });
  }
}

async function readBounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) throw new Error('the answer is too large');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'not the protocol’s answer';
  const { message, cause } = error as { message?: string; cause?: { code?: string } };
  return cause?.code ?? message ?? 'unknown';
}
