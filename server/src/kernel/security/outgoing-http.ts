import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { GuardedHttpAgent, GuardedHttpsAgent } from '@rise/engine';
import type { HostAllowance } from './host-allowance.ts';

export interface OutgoingHttpOptions {
  readonly hosts: HostAllowance;
  /** The most bytes of an answer's body. */
  readonly maxBytes: number;
  /** From the request to the last byte of its answer. */
  readonly deadlineMs: number;
  /** Authority that has signed the certificates of other servers; left out: public ones. */
  readonly authority?: string;
  /** Answers say where they redirect to, for a caller that requests that itself, so that it is judged as well. */
  readonly showsRedirects?: boolean;
  /** Connections stay open for further requests, until `close`. */
  readonly keepAlive?: boolean;
}

/** What `fetch` takes, as far as our clients use it. */
export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: string | URLSearchParams | null;
  readonly signal?: AbortSignal | null;
}

/** An answer whose body is still arriving. */
export interface OutgoingAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Bounded in bytes and in time like a complete answer. Ending the iteration closes the connection. */
  readonly parts: AsyncIterable<Buffer>;
  /** Closes the connection without reading the body. */
  discard(): void;
}

/** Why a request has no answer: for logs, without anything that the other side sent. */
export class OutgoingError extends Error {
  override name = 'OutgoingError';
  /** `TOO_LARGE`, `DEADLINE`, or the code of the connection's failure. */
  readonly code: string;
  constructor(code: string) {
    super(`The request failed (${code})`);
    this.code = code;
  }
}

const isEmpty = (status: number) => status === 204 || status === 205 || status === 304;

/**
 * Requests to other servers: `hosts` judges each connection, the answer is bounded in bytes and in time, no redirect is
 * followed, and no body is unpacked.
 */
export class OutgoingHttp {
  readonly #options: OutgoingHttpOptions;
  readonly #plain: GuardedHttpAgent;
  readonly #secure: GuardedHttpsAgent;

  constructor(options: OutgoingHttpOptions) {
    this.#options = options;
    const { hosts, authority: ca, keepAlive = false } = options;
    const { lookup } = hosts;
    this.#plain = new GuardedHttpAgent({ lookup, keepAlive });
    this.#secure = new GuardedHttpsAgent({ lookup, keepAlive, ...(ca !== undefined && { ca }) });
  }

  /** Ends connections that stay open. */
  close(): void {
    this.#plain.destroy();
    this.#secure.destroy();
  }

  /** The complete answer. Rejects with an `OutgoingError`, or with the signal's reason. */
  fetch(url: URL, request: OutgoingRequest = {}): Promise<Response> {
    return this.#exchange(url, request, async (message, status) => {
      const body = await this.#readBounded(message);
      // Informational and invalid statuses cannot be in a Response.
      if (status < 200 || status > 599) throw new OutgoingError('STATUS');
      return new Response(isEmpty(status) ? null : body, {
        status,
        headers: headersOf(message, this.#options.showsRedirects),
      });
    });
  }

  /** The status of the answer, whose body is not read. Rejects like `fetch`. */
  deliver(url: URL, request: OutgoingRequest): Promise<number> {
    return this.#exchange(url, request, async (message, status) => {
      message.destroy();
      return status;
    });
  }

  /** The answer as soon as its head is there. Rejects like `fetch`, and so does the iteration over its parts. */
  async open(url: URL, request: OutgoingRequest = {}): Promise<OutgoingAnswer> {
    const limits = this.#limitsOf(request);
    const message = await this.#send(url, request, limits.signal).catch(limits.fail);
    const bounded = this.#bounded(message);
    async function* parts() {
      try {
        yield* bounded;
      } catch (error) {
        limits.fail(error);
      }
    }
    return {
      status: message.statusCode ?? 0,
      headers: headersOf(message),
      parts: parts(),
      discard: () => void message.destroy(),
    };
  }

  async #exchange<T>(
    url: URL,
    request: OutgoingRequest,
    read: (message: IncomingMessage, status: number) => Promise<T>,
  ): Promise<T> {
    const limits = this.#limitsOf(request);
    try {
      const message = await this.#send(url, request, limits.signal);
      return await read(message, message.statusCode ?? 0);
    } catch (error) {
      return limits.fail(error);
    }
  }

  /** The signal of a request with its deadline, and what turns its failures into an `OutgoingError`. */
  #limitsOf(request: OutgoingRequest): { signal: AbortSignal; fail(error: unknown): never } {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs);
    return {
      signal: request.signal ? AbortSignal.any([request.signal, deadline]) : deadline,
      fail(error) {
        request.signal?.throwIfAborted();
        if (deadline.aborted) throw new OutgoingError('DEADLINE');
        throw error instanceof OutgoingError ? error : new OutgoingError((error as { code?: string }).code ?? 'FAILED');
      },
    };
  }

  #send(url: URL, { method = 'GET', headers, body }: OutgoingRequest, signal: AbortSignal): Promise<IncomingMessage> {
    const isSecure = url.protocol === 'https:';
    const text = body === null || body === undefined ? null : String(body);
    const sent = new Headers(headers);
    // Unpacked, an answer could be a thousand times its size.
    sent.set('accept-encoding', 'identity');
    if (text !== null) sent.set('content-length', String(Buffer.byteLength(text)));
    return new Promise((resolve, reject) => {
      const outgoing = (isSecure ? requestHttps : requestHttp)(url, {
        method,
        headers: Object.fromEntries(sent),
        agent: isSecure ? this.#secure : this.#plain,
        signal,
      });
      outgoing
        .on('response', resolve)
        .on('error', reject)
        .end(text ?? undefined);
    });
  }

  async #readBounded(message: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
    const parts: Buffer[] = [];
    for await (const part of this.#bounded(message)) parts.push(part);
    return Buffer.concat(parts);
  }

  async *#bounded(message: IncomingMessage): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const part of message as AsyncIterable<Buffer>) {
      bytes += part.byteLength;
      if (bytes > this.#options.maxBytes) throw new OutgoingError('TOO_LARGE');
      yield part;
    }
  }
}

/** The agents hide where an answer redirects to. */
function headersOf({ headers, rawHeaders }: IncomingMessage, showsRedirects = false): Headers {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) all.set(name, [value].flat().join(', '));
  const place = rawHeaders.findIndex((name, index) => index % 2 === 0 && name.toLowerCase() === 'location');
  if (showsRedirects && place >= 0) all.set('location', rawHeaders[place + 1]!);
  return all;
}
