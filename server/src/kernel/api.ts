import type { Language, Route, Routes, RouteKey, RouteTable } from '@rise/contract';
import type { z } from 'zod';
import type { Actor, TenantActor } from './actor.ts';

/** JSON text that is ready to send: large answers are spliced, not built as objects and serialised again. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Parsed<R extends Route, K extends 'params' | 'query' | 'body'> = R['input'][K] extends z.ZodType
  ? z.output<R['input'][K]>
  : undefined;
type ActorOf<R extends Route> = R['tenant'] extends 'tenant'
  ? TenantActor
  : R['permission'] extends 'public'
    ? Actor | null
    : Actor;

/** What a handler is given: who asks, the validated input, and a signal that aborts when the caller hangs up. */
export interface Call<R extends Route> {
  readonly actor: ActorOf<R>;
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
  /** The reader's: chosen by them, else asked for by their browser, else English. */
  readonly language: Language;
  readonly requestId: string;
  readonly signal: AbortSignal;
  /** Sends a cookie with the answer. */
  setCookie(cookie: string): void;
}

/** What the handler of an event stream is given instead: it lives on after the request, so it holds little. */
export interface EventCall<R extends Route> {
  readonly actor: ActorOf<R>;
  /** The last event that the reader has, as it said; null for a first visit. */
  readonly lastEventId: string | null;
  /** Who the reader is by now, or null for nobody any more; asking does not count as using the session. */
  bearerNow(): Promise<Actor | null>;
}

/** An open event stream. */
export interface EventSink {
  /** Sends bytes as they are. A reader who does not keep up is cut off, and comes back where it was. */
  write(frame: Buffer): void;
  end(): void;
  /** Called once when the reader has gone, or was cut off. */
  onClose(handler: () => void): void;
}

/** Takes over a stream once its head is sent. */
export type JoinEvents = (sink: EventSink) => void;

/** A table that is sent row after row. */
export interface RowsAnswer {
  readonly contentType: string;
  /** Headers that are known before the first row. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes; what it returns are trailers, which say that it is whole. */
  readonly parts: AsyncGenerator<Uint8Array, Readonly<Record<string, string>>>;
}

type Answer<R extends Route> = R['stream'] extends 'ndjson'
  ? AsyncIterable<z.input<R['output']> | JsonText>
  : R['stream'] extends 'rows'
    ? Promise<RowsAnswer>
    : Promise<z.input<R['output']> | JsonText>;

export type Handler<R extends Route> = R['stream'] extends 'sse'
  ? (call: EventCall<R>) => Promise<JoinEvents>
  : (call: Call<R>) => Answer<R>;
export type Handlers<K extends keyof Routes> = { [P in K]: Handler<Routes[P]> };
export type AnyHandler = (call: Call<Route> | EventCall<Route>) => Promise<unknown> | AsyncIterable<unknown>;

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
 * Pairs every route of the contract with its handler. Refuses, naming them, routes that nobody handles and
 * handlers that the contract does not know: neither can reach a running server.
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
