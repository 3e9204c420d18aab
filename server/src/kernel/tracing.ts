import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingHttpHeaders } from 'node:http';
import { UserError } from './errors/user-error.ts';

/**
 * What traces say of a span. Ids of tenants, kinds, counts and codes; never what a person or a tenant wrote, is called or
 * has as data.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export interface SpanStart {
  readonly name: string;
  /** `server`: answers a request; `client`: waits for another system; `internal`: work of this process. */
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes: SpanAttributes;
  /** The span that this one is a part of; null starts a trace, or continues the caller's. */
  readonly parent: Span | null;
  /** The headers of a request, which may name the caller's trace. */
  readonly caller?: IncomingHttpHeaders;
  /** What caused work with a trace of its own. */
  readonly cause?: Span | null;
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  set(attributes: SpanAttributes): void;
  /** Marks it as failed, with the code of the error. */
  fail(code: string): void;
  /** Once, at its end; one that never ends is not exported. */
  end(): void;
}

export interface Tracer {
  start(span: SpanStart): Span;
}

/** One in a process, as its log is: work deep inside has spans, and each slice on the way would have to pass it on. */
let tracer: Tracer | null = null;
const spans = new AsyncLocalStorage<Span | null>();

/** From now on spans are recorded by `next`; null: by none. Returns what undoes that. */
export function useTracer(next: Tracer | null): () => void {
  const former = tracer;
  tracer = next;
  return () => {
    if (tracer === next) tracer = former;
  };
}

/** Null where traces are off. `parent`: the span of now if omitted. */
export function startSpan(span: Omit<SpanStart, 'parent'> & { readonly parent?: null }): Span | null {
  if (tracer === null) return null;
  return tracer.start({ ...span, parent: span.parent === undefined ? currentSpan() : span.parent });
}

export function currentSpan(): Span | null {
  return tracer === null ? null : (spans.getStore() ?? null);
}

/** Runs `work` as a part of `span`, however deep below; null leaves everything as it is. */
export function inSpan<T>(span: Span | null, work: () => T): T {
  return span === null ? work() : spans.run(span, work);
}

/** For each log line; empty where traces are off, and outside of all spans. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = currentSpan();
  return span === null ? {} : { trace_id: span.traceId, span_id: span.spanId };
}

const CODE = /^[A-Za-z0-9_.-]{1,64}$/;

/**
 * The code of an error, which may be given in its place; without one, the name of its class. Messages name people, values
 * and addresses.
 */
export function codeOf(error: unknown): string {
  if (typeof error === 'string') return CODE.test(error) ? error : 'Error';
  if (error instanceof UserError) return error.code;
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  for (const word of [code, name]) if (typeof word === 'string' && CODE.test(word)) return word;
  return 'Error';
}
