import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { HostAllowance } from '../../kernel/security/host-allowance.ts';
import { OutgoingError, OutgoingHttp, type OutgoingRequest } from '../../kernel/security/outgoing-http.ts';
import {
  AnswerTooLarge,
  ConfluenceError,
  failureOfConnection,
  failureOfStatus,
  waitBefore,
} from './confluence-failure.rules.ts';

const JSON_BYTES = 16 * 1024 * 1024;
const JSON_DEADLINE_MS = 30_000;
const FILE_DEADLINE_MS = 60_000;
const MOST_REDIRECTS = 3;

/** How sites are reached. */
export interface ConfluenceReach {
  /** The key under which tokens are sealed. */
  readonly key: Buffer;
  readonly hosts: HostAllowance;
  /** Authority that signs the certificates of sites; left out: public ones. */
  readonly authority?: string;
  /** Waits before another attempt, where tests need another one. */
  readonly pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** A site and who signs in there. */
export interface ConfluenceAccess {
  readonly kind: 'cloud' | 'data-center';
  /** Without a slash at its end. */
  readonly url: string;
  readonly email: string | null;
  readonly token: string;
}

const pauseFor = (milliseconds: number, signal: AbortSignal) => wait(milliseconds, undefined, { signal });

/**
 * Requests to one site, with its credentials and to no other one: what an answer names is followed within the site, and
 * downloads also elsewhere but without credentials. Throws `ConfluenceError`, and the signal's reason.
 */
export class ConfluenceHttp {
  readonly #access: ConfluenceAccess;
  readonly #signal: AbortSignal;
  readonly #reach: ConfluenceReach;
  readonly #http: OutgoingHttp;

  constructor(reach: ConfluenceReach, access: ConfluenceAccess, signal: AbortSignal) {
    this.#reach = reach;
    this.#access = access;
    this.#signal = signal;
    this.#http = this.#httpWith(JSON_BYTES, JSON_DEADLINE_MS, { keepAlive: true });
  }

  /** Ends the connections to the site. */
  close(): void {
    this.#http.close();
  }

  /** The answer to a path of the site; null for 404, and for 403 where `closed` says that this is no failure. */
  async find<T extends z.ZodType>(path: string, schema: T, closed = false): Promise<z.output<T> | null> {
    const response = await this.#attempt(this.#http, this.#within(path), this.#signed('application/json'));
    if (response.status === 404 || (closed && response.status === 403)) return null;
    if (response.status !== 200) throw new ConfluenceError(failureOfStatus(response.status));
    const parsed = schema.safeParse(await response.json().catch(() => null));
    if (!parsed.success) throw new ConfluenceError('protocol');
    return parsed.data;
  }

  /** The same, where it has to be there. */
  async get<T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> {
    const found = await this.find(path, schema);
    if (found === null) throw new ConfluenceError('protocol');
    return found;
  }

  /** A file of at most so many bytes; null where there is none, or a larger one. */
  async download(path: string, maxBytes: number): Promise<Buffer | null> {
    // Cloud stores files on other hosts, to which it redirects.
    const http = this.#httpWith(maxBytes, FILE_DEADLINE_MS, { showsRedirects: true });
    let url = this.#within(path);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const isOwn = url.origin === new URL(this.#access.url).origin;
      const response = await this.#attempt(http, url, isOwn ? this.#signed('*/*') : {}).catch((error: unknown) => {
        if (error instanceof AnswerTooLarge) return null;
        throw error;
      });
      if (response === null || response.status === 404 || response.status === 403) return null;
      if (response.status === 200) return Buffer.from(await response.arrayBuffer());
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null || !URL.canParse(location, url.href))
        throw new ConfluenceError(failureOfStatus(response.status));
      url = new URL(location, url);
      if (url.protocol !== 'https:') throw new ConfluenceError('protocol');
    }
    throw new ConfluenceError('protocol');
  }

  #httpWith(
    maxBytes: number,
    deadlineMs: number,
    options: { keepAlive?: boolean; showsRedirects?: boolean },
  ): OutgoingHttp {
    const { hosts, authority } = this.#reach;
    return new OutgoingHttp({
      hosts,
      maxBytes,
      deadlineMs,
      ...options,
      ...(authority !== undefined && { authority }),
    });
  }

  /** What a site names is a path below its own address, or one that begins with the path of that. */
  #within(path: string): URL {
    const base = new URL(this.#access.url);
    const context = base.pathname.replace(/\/$/, '');
    const below = context !== '' && path.startsWith(`${context}/`) ? path : `${context}${path}`;
    if (!path.startsWith('/') || !URL.canParse(`${base.origin}${below}`)) throw new ConfluenceError('protocol');
    const url = new URL(`${base.origin}${below}`);
    if (url.origin !== base.origin || !url.pathname.startsWith(`${context}/`)) throw new ConfluenceError('protocol');
    return url;
  }

  #signed(accept: string): OutgoingRequest {
    const { email, token } = this.#access;
    const authorization =
      email === null ? `Bearer ${token}` : `Basic ${Buffer.from(`${email}:${token}`).toString('base64')}`;
    return { headers: { accept, authorization, 'user-agent': 'Rise' } };
  }

  /** The first answer that is not transient, or the last one. */
  async #attempt(http: OutgoingHttp, url: URL, request: OutgoingRequest): Promise<Response> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await http.fetch(url, { ...request, signal: this.#signal }).catch((error: unknown) => {
        if (!(error instanceof OutgoingError)) throw error;
        return error;
      });
      if (answer instanceof OutgoingError && answer.code === 'TOO_LARGE') throw new AnswerTooLarge();
      const code = answer instanceof OutgoingError ? failureOfConnection(answer.code) : null;
      // Another attempt does not change what is wrong with an address.
      const isRetried = code === null || code === 'connection' || code === 'timeout';
      const [status, retryAfter] =
        answer instanceof OutgoingError ? [null, null] : [answer.status, answer.headers.get('retry-after')];
      const pause = isRetried ? waitBefore(status, retryAfter, attempt, new Date()) : null;
      if (pause === null) {
        if (code !== null) throw new ConfluenceError(code);
        return answer as Response;
      }
      await (this.#reach.pause ?? pauseFor)(pause, this.#signal);
    }
  }
}
