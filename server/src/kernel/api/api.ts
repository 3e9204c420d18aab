import type { Language, Route, Routes, RouteKey, RouteTable } from '@rise/contract';
import type { Readable } from 'node:stream';
import { JsonWriter, type BodyText } from '@rise/engine';
import type { z } from 'zod';
import type { Actor, TenantActor } from '../actor.ts';

/**
 * JSON text that is ready to send: large responses are not built as objects and serialized again. Its parts follow each
 * other; those in bytes are shared with other responses and never copied.
 */
export class JsonText {
  readonly parts: readonly (string | Buffer)[];
  constructor(...parts: readonly (string | Buffer)[]) {
    this.parts = parts;
  }

  /** An object of these members, JSON without the enclosing braces, and one more. */
  static ofMembers(members: BodyText, name: string, value: unknown): JsonText {
    if (typeof members === 'string') return new JsonText(new JsonWriter().append(members).value(name, value).object());
    return new JsonText('{', members, `,${new JsonWriter().value(name, value).members()}}`);
  }

  /** All of it as one string. */
  get text(): string {
    return this.parts.length === 1 ? this.parts[0]!.toString() : this.parts.join('');
  }
}

/** A result in the binary media type that the request's Accept prefers. */
export class BinaryBody {
  readonly contentType: string;
  readonly bytes: Buffer;
  constructor(contentType: string, bytes: Buffer) {
    this.contentType = contentType;
    this.bytes = bytes;
  }
}

/** A response that is streamed event by event to a client that accepts it. */
export class Events<E = unknown> {
  readonly values: AsyncIterable<E>;
  constructor(values: AsyncIterable<E>) {
    this.values = values;
  }
}

/** Whether a client prefers events to the complete response: its Accept begins with them. */
export const prefersEvents = (accept: string | null): boolean => /^\s*text\/event-stream\b/i.test(accept ?? '');

type Parsed<R extends Route, K extends 'params' | 'query' | 'body'> = R['input'][K] extends z.ZodType
  ? z.output<R['input'][K]>
  : undefined;
type ActorOf<R extends Route> = R['tenant'] extends 'tenant'
  ? TenantActor
  : R['permission'] extends 'public'
    ? Actor | null
    : Actor;

/** A handler's argument: the actor, the validated input, and a signal that aborts when the client disconnects. */
export interface Call<R extends Route> {
  readonly actor: ActorOf<R>;
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
  /** The reader's language: their own choice, else their browser's, else English. */
  readonly language: Language;
  /** The `Accept` header; null where there is none. */
  readonly accept: string | null;
  /** The `Idempotency-Key` header: requests with the same one are one. Null where there is none. */
  readonly idempotencyKey: string | null;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Sets a cookie with the response. */
  setCookie(cookie: string): void;
}

/** The argument of an event stream's handler: it outlives the request, so it is small. */
export interface EventCall<R extends Route> {
  readonly actor: ActorOf<R>;
  /** The `Last-Event-ID` header; null on the first connection. */
  readonly lastEventId: string | null;
  /** The reader's current actor, or null once signed out; does not count as activity in the session. */
  currentBearer(): Promise<Actor | null>;
}

/** The bytes of a file that a client sends, and the headers that say where they belong. */
export interface Transfer {
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Null where there are none. */
  readonly body: Readable | null;
}

/** A response without a body. */
export interface HeadersOnly {
  readonly status: 200 | 201 | 204;
  readonly headers: Readonly<Record<string, string>>;
}

/** An open event stream. */
export interface EventSink {
  /** Sends bytes unchanged. A reader that is too slow is disconnected; it resumes where it was. */
  write(frame: Buffer): void;
  end(): void;
  /** Called once when the reader is disconnected. */
  onClose(handler: () => void): void;
}

/** Handles a stream once its headers are sent. */
export type JoinEvents = (sink: EventSink) => void;

/** A table that is streamed row by row. */
export interface RowStream {
  readonly contentType: string;
  /** Headers that are known before the first row. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes; returns the trailers, which mark the table as complete. */
  readonly parts: AsyncGenerator<Uint8Array, Readonly<Record<string, string>>>;
}

type Answer<R extends Route> = R['transfer'] extends 'tus'
  ? Promise<HeadersOnly>
  : R['stream'] extends 'ndjson'
    ? AsyncIterable<z.input<R['output']> | JsonText>
    : R['stream'] extends 'rows'
      ? Promise<RowStream>
      : Promise<
          | z.input<R['output']>
          | JsonText
          | (R['arrow'] extends true ? BinaryBody : never)
          | (R['events'] extends z.ZodType ? Events<z.input<R['events']>> : never)
        >;

export type Handler<R extends Route> = R['stream'] extends 'sse'
  ? (call: EventCall<R>) => Promise<JoinEvents>
  : (call: R['transfer'] extends 'tus' ? Call<R> & { readonly transfer: Transfer } : Call<R>) => Answer<R>;
export type Handlers<K extends keyof Routes> = { [P in K]: Handler<Routes[P]> };
export type AnyHandler = (
  call: (Call<Route> & { readonly transfer?: Transfer }) | EventCall<Route>,
) => Promise<unknown> | AsyncIterable<unknown>;

/** Declares the handlers of one slice's routes; the types tie each to its route in the contract. */
export function handlers<K extends keyof Routes>(slice: Handlers<K>): Handlers<K> {
  return slice;
}

export interface Binding {
  readonly key: RouteKey;
  readonly route: Route;
  readonly handler: AnyHandler;
}

/**
 * Pairs every route of the contract with its handler. Throws, naming them, for routes without a handler and
 * handlers outside the contract: neither reaches a running server.
 */
export function bindRoutes(table: RouteTable, slices: readonly Record<string, unknown>[]): Binding[] {
  const bound = new Map<string, AnyHandler>();
  for (const slice of slices) {
    for (const [key, handler] of Object.entries(slice)) {
      if (!(key in table)) throw new Error(`The handler '${key}' is not declared in the contract`);
      if (bound.has(key)) throw new Error(`The route '${key}' is bound twice`);
      bound.set(key, handler as AnyHandler);
    }
  }
  const unbound = Object.keys(table).filter((key) => !bound.has(key));
  if (unbound.length > 0) throw new Error(`No handler is bound to ${unbound.map((key) => `'${key}'`).join(', ')}`);
  return Object.entries(table).map(([key, route]) => ({ key: key as RouteKey, route, handler: bound.get(key)! }));
}
