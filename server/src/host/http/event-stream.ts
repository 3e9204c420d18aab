import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EventSink, JoinEvents } from '../../kernel/api/api.ts';
import type { HttpOptions } from './http-options.ts';

/** Unread bytes after which a slow reader is disconnected. */
const UNREAD_BYTES = 256 * 1024;

export function lastEventId(request: FastifyRequest): string | null {
  const id = request.headers['last-event-id'];
  return typeof id === 'string' && id !== '' ? id : null;
}

/** The two headers that identify the sender of a request, for checking their rights again later. */
export function currentBearerOf(identify: HttpOptions['identify'], request: FastifyRequest) {
  const { cookie, authorization } = request.headers;
  const headers = { ...(cookie && { cookie }), ...(authorization && { authorization }) };
  return () => identify(headers, { passive: true });
}

/**
 * Sends the headers and hands over the raw stream. It bypasses the framework's reply, and so its compression, which
 * would buffer events.
 */
export function openEventStream(reply: FastifyReply, join: JoinEvents): FastifyReply {
  reply.hijack();
  const response = reply.raw;
  response.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    // Nginx and similar proxies would otherwise buffer events.
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
