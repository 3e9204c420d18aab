import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Actor } from './actor.ts';

/** How an actor was recognized, as the audit trail states it. */
export type Via = 'session' | 'support' | 'token' | 'provider' | 'embed' | 'anonymous' | 'command' | 'system';

/** Where what happens now comes from: the request or command that causes it. */
export interface Origin {
  /** `anonymous` until the caller is known. */
  via: Via;
  readonly requestId: string | null;
  /** The client's address. */
  readonly address: string | null;
  /** The account with whose rights the caller looks at data; null: their own. */
  viewedAs: string | null;
}

const origins = new AsyncLocalStorage<Origin>();

/**
 * Runs `work` as caused by `origin`. Every audit record that it writes states it, however deep below: a record that
 * depended on each caller to pass it on would lack it where one forgot.
 */
export function withOrigin<T>(origin: Partial<Origin> & Pick<Origin, 'via'>, work: () => T): T {
  return origins.run({ requestId: null, address: null, viewedAs: null, ...origin }, work);
}

/** Null for what the server does by itself. */
export function currentOrigin(): Origin | null {
  return origins.getStore() ?? null;
}

/** `work` with the origin of now, whenever it runs: streams continue when their reader's connection says so. */
export function keepOrigin<Args extends unknown[], Result>(work: (...args: Args) => Result): (...args: Args) => Result {
  return AsyncResource.bind(work);
}

/** How a request's actor was recognized. */
export function viaOf(actor: Actor | null): Via {
  if (actor === null) return 'anonymous';
  if (actor.kind === 'embed' || actor.kind === 'system') return actor.kind;
  if (actor.token !== null) return 'token';
  return actor.sessionId === null ? 'provider' : 'session';
}
