import { z } from 'zod';

/** Tokens of a request, as the server counted them. */
export interface TokenUse {
  readonly input: number;
  readonly output: number;
}

/** The server sent something else than the protocol's answer. */
export class NotTheProtocol extends Error {
  override name = 'NotTheProtocol';
}

const count = z.number().int().nonnegative();
const usage = z.object({ prompt_tokens: count, completion_tokens: count });

/** A call of a tool as the model wrote it: neither its name nor its arguments have been checked. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** What a model wrote in one turn: text, calls of tools, or both. */
export interface Written {
  readonly content: string;
  readonly calls: readonly ToolCall[];
  readonly tokens: TokenUse | null;
}

/** Some servers send the arguments as an object, and no id. */
const calledFunction = z.object({
  name: z.string().nullish(),
  arguments: z.union([z.string(), z.looseObject({}).transform((value) => JSON.stringify(value))]).nullish(),
});
const toolCall = z.object({ index: z.int().nullish(), id: z.string().nullish(), function: calledFunction.nullish() });

export const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().trim().min(1) }) })).min(1),
  // A server may leave it out, or send it in a form of its own.
  usage: usage.nullish().catch(null),
});

/** The same with tools: the text may be missing where there are calls. */
export const completionWithTools = z.object({
  choices: z
    .array(z.object({ message: z.object({ content: z.string().nullish(), tool_calls: z.array(toolCall).nullish() }) }))
    .min(1),
  usage: usage.nullish().catch(null),
});

const chunk = z.object({
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish(), tool_calls: z.array(toolCall).nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
  usage: usage.nullish().catch(null),
});

export const tokenUse = (counted: z.infer<typeof usage> | null | undefined): TokenUse | null =>
  counted ? { input: counted.prompt_tokens, output: counted.completion_tokens } : null;

/** The calls of a message or of the pieces of a stream, which belong together by their index. */
export class ToolCalls {
  readonly #calls: { id: string; name: string; arguments: string }[] = [];

  add(parts: readonly z.infer<typeof toolCall>[]): void {
    for (const part of parts) {
      const isNext = part.function?.name && (part.index === null || part.index === undefined);
      const at = part.index ?? (isNext ? this.#calls.length : Math.max(0, this.#calls.length - 1));
      if (at < 0 || at >= MOST_CALLS) continue;
      const call = (this.#calls[at] ??= { id: '', name: '', arguments: '' });
      if (part.id) call.id = part.id;
      call.name += part.function?.name ?? '';
      call.arguments += part.function?.arguments ?? '';
    }
  }

  get all(): ToolCall[] {
    return this.#calls.flatMap((call, at) => (call ? [{ ...call, id: call.id || `call_${at}` }] : []));
  }
}

const MOST_CALLS = 8;

/** Pieces of a streamed answer as they arrive; returns the tokens, or null where the server did not count them. */
export async function* readCompletion(
  parts: AsyncIterable<Buffer>,
  calls: ToolCalls | null = null,
): AsyncGenerator<string, TokenUse | null> {
  let used: TokenUse | null = null;
  let isFinished = false;
  for await (const data of eventData(parts)) {
    if (data === '[DONE]') return used;
    const { choices, usage: counted } = parseChunk(data);
    used = tokenUse(counted) ?? used;
    const [choice] = choices;
    if (choice?.delta?.tool_calls) calls?.add(choice.delta.tool_calls);
    if (choice?.delta?.content) yield choice.delta.content;
    // What follows is the usage, or nothing.
    if (choice?.finish_reason) isFinished = true;
  }
  if (!isFinished) throw new NotTheProtocol();
  return used;
}

function parseChunk(data: string): z.infer<typeof chunk> {
  try {
    return chunk.parse(JSON.parse(data));
  } catch {
    throw new NotTheProtocol();
  }
}

/** The data of server-sent events; fields other than `data` and comments are skipped. */
async function* eventData(parts: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of parts) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const text = line.trim();
      if (text.startsWith('data:')) yield text.slice('data:'.length).trim();
      else if (!/^(?:$|:|event:|id:|retry:)/.test(text)) throw new NotTheProtocol();
    }
  }
}
