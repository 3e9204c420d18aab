import type { z } from 'zod';
import type { ErrorBody, ErrorCode, ErrorDetail } from './errors.ts';
import { readEvents, readEventStream } from './event-stream.ts';
import type { Routes } from '../routes.ts';

type Input<R, K extends string> = R extends { input: Record<K, infer S extends z.ZodType> }
  ? Record<K, z.input<S>>
  : unknown;
type Arguments<R> = Input<R, 'params'> & Input<R, 'query'> & Input<R, 'body'> & { signal?: AbortSignal };
type Output<R> = R extends { output: infer S extends z.ZodType } ? z.output<S> : never;
type Streaming<S> = { [K in keyof Routes]: Routes[K] extends { stream: S } ? K : never }[keyof Routes];
type StreamKey = Streaming<'ndjson'>;
type SubscriptionKey = Streaming<'sse'>;
/** Routes that stream to clients who want it. */
type EventsKey = { [K in keyof Routes]: Routes[K] extends { events: z.ZodType } ? K : never }[keyof Routes];
type Event<R> = R extends { events: infer S extends z.ZodType } ? z.output<S> : never;
type RowsKey = Streaming<'rows'>;
/** Files are sent by a client of tus. */
type TransferKey = { [K in keyof Routes]: Routes[K] extends { transfer: 'tus' } ? K : never }[keyof Routes];
type PlainKey = Exclude<keyof Routes, StreamKey | SubscriptionKey | RowsKey | TransferKey>;
type Optional<A> = Record<string, never> extends A ? [args?: A] : [args: A];

/** An error returned by the server, or a network error (`status` 0). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'OFFLINE';
  readonly details: ErrorDetail[];
  readonly requestId: string | null;
  constructor(
    status: number,
    code: ErrorCode | 'OFFLINE',
    message: string,
    details: ErrorDetail[] = [],
    requestId: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

export interface ClientOptions {
  /** Origin of the server; '' in the browser. */
  baseUrl?: string;
  /** Headers sent with each request, such as an API token. */
  headers?: Record<string, string>;
  /** Called when a request starts (+1) and when it ends (−1); drives the loading bar. */
  onPending?: (change: 1 | -1) => void;
  fetch?: typeof fetch;
}

export interface Subscription<E> {
  onEvent(event: E): void;
  /** Called each time the stream opens; `resumed` is false where events may have been missed. */
  onOpen?: (resumed: boolean) => void;
  /** Ends the subscription. */
  signal: AbortSignal;
}

interface Parts {
  headers?: Record<string, string>;
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Two heartbeats and some slack: a stream that is silent for longer is considered dead. */
const SILENCE_MS = 45_000;

const EVENT_STREAM = 'text/event-stream';

const cutOff = () => new ApiError(0, 'OFFLINE', 'The connection was lost before the response was complete.');

/** Passes on the lines of a response. Throws `ApiError` where it is cut off. */
async function readLines(response: Response, onLine: (line: unknown) => void | Promise<void>): Promise<void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line) await onLine(JSON.parse(line));
  }
  if (rest) throw cutOff();
}

/** The content of a file. Throws `ApiError` where it is cut off. */
async function readBlob(
  response: Response,
  signal: AbortSignal | undefined,
  onBytes: ((bytes: number) => void) | undefined,
): Promise<Blob> {
  try {
    return await (onBytes ? counted(response, onBytes) : response).blob();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw cutOff();
  }
}

/** The same response, whose bytes are counted as they arrive. */
function counted(response: Response, onBytes: (bytes: number) => void): Response {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body!.pipeThrough(counter), { headers: response.headers });
}

/**
 * The typed client. Keys are routes (`'GET /api/v1/reports/:id'`), so the browser's bundle carries types only,
 * no schemas. Each request under /api/ carries no-cache headers and the header that distinguishes our own requests
 * from cross-site ones.
 */
export function createClient(options: ClientOptions = {}) {
  const send = async (key: string, parts: Parts): Promise<Response> => {
    const [method, template] = key.split(' ') as [string, string];
    const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parts.params?.[name] ?? ''));
    const query = new URLSearchParams(
      Object.entries(parts.query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    ).toString();
    const headers: Record<string, string> = {
      accept: 'application/json, application/x-ndjson, text/event-stream',
      'cache-control': 'no-cache, no-store, must-revalidate',
      pragma: 'no-cache',
      'x-rise-request': '1',
      ...(parts.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
      ...parts.headers,
    };
    const init: RequestInit = { method, headers, credentials: 'same-origin' };
    if (parts.body !== undefined) init.body = JSON.stringify(parts.body);
    if (parts.signal) init.signal = parts.signal;
    let response: Response;
    try {
      response = await (options.fetch ?? fetch)(`${options.baseUrl ?? ''}${path}${query ? `?${query}` : ''}`, init);
    } catch (error) {
      if (parts.signal?.aborted) throw error;
      throw new ApiError(0, 'OFFLINE', 'The server could not be reached.');
    }
    if (response.ok) return response;
    const body = (await response.json().catch(() => null)) as ErrorBody | null;
    const error = body?.error;
    throw new ApiError(
      response.status,
      error?.code ?? 'INTERNAL',
      error?.message ?? response.statusText,
      error?.details,
      error?.requestId,
    );
  };

  const pending = async <T>(work: () => Promise<T>): Promise<T> => {
    options.onPending?.(1);
    try {
      return await work();
    } finally {
      options.onPending?.(-1);
    }
  };

  return {
    /** Calls a route and returns its output; throws `ApiError`. */
    call<K extends PlainKey>(key: K, ...args: Optional<Arguments<Routes[K]>>): Promise<Output<Routes[K]>> {
      return pending(async () => (await (await send(key, (args[0] ?? {}) as Parts)).json()) as Output<Routes[K]>);
    },
    /**
     * Calls a streaming route and passes on each line as it arrives, the next when `onLine` is done; throws `ApiError`,
     * also when the stream is cut off.
     */
    stream<K extends StreamKey>(
      key: K,
      args: Arguments<Routes[K]>,
      onLine: (line: Output<Routes[K]>) => void | Promise<void>,
    ): Promise<void> {
      return pending(async () => {
        await readLines(await send(key, args as Parts), onLine as (line: unknown) => void | Promise<void>);
      });
    },
    /**
     * Calls a route that streams to those who want it, and passes on its events; returns null then. Returns the complete
     * output where a server or a proxy answers with that. Throws `ApiError`, also when the stream is cut off. Does not
     * count as a pending request: the page shows what arrives.
     */
    async eventsOrOutput<K extends EventsKey>(
      key: K,
      args: Arguments<Routes[K]>,
      onEvent: (event: Event<Routes[K]>) => void,
    ): Promise<Output<Routes[K]> | null> {
      const accept = `${EVENT_STREAM}, application/json;q=0.9`;
      const response = await send(key, { ...(args as Parts), headers: { accept } });
      if (!response.headers.get('content-type')?.startsWith(EVENT_STREAM))
        return (await response.json()) as Output<Routes[K]>;
      if (!(await readEvents(response, (data) => onEvent(JSON.parse(data) as Event<Routes[K]>)))) throw cutOff();
      return null;
    },
    /**
     * Receives the rows of a route as a file, with the name that the server proposes; null for none. `onBytes` receives
     * the number of bytes that have arrived. Throws `ApiError`, also when the rows are cut off.
     */
    file<K extends RowsKey>(
      key: K,
      args: Arguments<Routes[K]>,
      onBytes?: (bytes: number) => void,
    ): Promise<{ content: Blob; name: string | null }> {
      return pending(async () => {
        const response = await send(key, args as Parts);
        const [, name = null] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
        return { content: await readBlob(response, args.signal, onBytes), name };
      });
    },
    /**
     * Subscribes to a route's events, resuming after the last one received; resolves when the signal aborts. Rejects
     * with an `ApiError` that retrying cannot fix, such as an expired session. Does not count as a pending request.
     */
    subscribe<K extends SubscriptionKey>(key: K, subscription: Subscription<Output<Routes[K]>>): Promise<void> {
      const { onEvent, onOpen, signal } = subscription;
      return readEventStream({
        open: (lastEventId, attempt) =>
          send(key, { signal: attempt, headers: lastEventId === null ? {} : { 'last-event-id': lastEventId } }),
        onData: (data) => onEvent(JSON.parse(data) as Output<Routes[K]>),
        ...(onOpen && { onOpen }),
        isFinal: (error) =>
          error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429,
        silenceMs: SILENCE_MS,
        signal,
      });
    },
  };
}
export type Client = ReturnType<typeof createClient>;
