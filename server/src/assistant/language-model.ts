import { z } from 'zod';
import { Failure } from '../kernel/failure.ts';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface LanguageModel {
  /** The model's answer; ASSISTANT_UNAVAILABLE where there is none in time. Gives up when the signal aborts. */
  complete(messages: readonly ModelMessage[], signal: AbortSignal): Promise<string>;
}

export interface LanguageModelOptions {
  /** Up to, and without, `/chat/completions`. */
  readonly baseUrl: URL;
  readonly apiKey: string | null;
  readonly model: string;
  /** How long an answer may take. */
  readonly deadlineMs?: number;
  /** Told why there was no answer; never with the key or with what was asked. */
  readonly onFailure: (reason: string) => void;
}

const DEADLINE_MS = 45_000;
const MOST_TOKENS = 900;
const MOST_BYTES = 262_144;

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().trim().min(1) }) })).min(1),
});

/** A language model behind the chat-completions protocol, as many services and local servers speak it. */
export function languageModel(options: LanguageModelOptions): LanguageModel {
  const { baseUrl, apiKey, model, deadlineMs = DEADLINE_MS, onFailure } = options;
  const address = `${baseUrl.href.replace(/\/+$/, '')}/chat/completions`;
  return {
    async complete(messages, signal) {
      const deadline = AbortSignal.timeout(deadlineMs);
      try {
        const response = await fetch(address, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            accept: 'application/json',
            ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
          },
          body: JSON.stringify({ model, messages, max_tokens: MOST_TOKENS, stream: false }),
          // Neither key nor question goes anywhere else than configured.
          redirect: 'error',
          signal: AbortSignal.any([signal, deadline]),
        });
        if (!response.ok) {
          await response.body?.cancel();
          throw new Error(`status ${response.status}`);
        }
        return completion.parse(JSON.parse(await bounded(response))).choices[0]!.message.content;
      } catch (error) {
        signal.throwIfAborted();
        onFailure(deadline.aborted ? 'deadline' : reasonOf(error));
        throw new Failure('ASSISTANT_UNAVAILABLE');
      }
    },
  };
}

async function bounded(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > MOST_BYTES) throw new Error('the answer is too large');
    text += decoder.decode(part, { stream: true });
  }
  return text + decoder.decode();
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError || error instanceof SyntaxError) return 'not the protocol’s answer';
  const { message, cause } = error as { message?: string; cause?: { code?: string } };
  return cause?.code ?? message ?? 'unknown';
}
