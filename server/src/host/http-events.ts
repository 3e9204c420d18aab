import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventSink, JoinEvents } from '../kernel/api.ts';
import type { HttpOptions } from './http.ts';

/** What a reader may leave unread before it is cut off. */
const UNREAD_BYTES = 256 * 1024;

export function lastEventId(request: FastifyRequest): string | null {
  const id = request.headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : null;
}

/** Asks again, later, who sent this request. Keeps two headers of it and nothing else. */
export function bearerLater(identify: HttpOptions['identify'], request: FastifyRequest) {
  const { cookie, authorization } = request.headers;
  const headers = { ...(cookie && { cookie }), ...(authorization && { authorization }) };
  return () => identify(headers, { unnoticed: true });
}

/**
 * Sends the head and hands the stream over. It goes past the framework's own sending, and so past compression, which
 * would hold events back until there are enough of them.
 */
export function openEventStream(reply: FastifyReply, join: JoinEvents): FastifyReply {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    // Nginx and its like would otherwise gather events before they pass them on.
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
  join(new ResponseSink(response));
  return reply;
}

class ResponseSink implements EventSink {
  readonly #response: ServerResponse;
  constructor(response: ServerResponse) {
    this.#response = response;
  }
  write(frame: Buffer): void {
    if (this.#response.destroyed) return;
    this.#response.write(frame);
    if (this.#response.writableLength > UNREAD_BYTES) this.#response.destroy();
  }
  end(): void {
    this.#response.end();
  }
  onClose(handler: () => void): void {
    if (this.#response.destroyed) handler();
    else this.#response.once('close', handler);
  }
}
