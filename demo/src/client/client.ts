import type { ErrorBody } from '@rise/contract';
import type { DemoCallKey, DemoGroups } from '@rise/contract/demo';
import { ApiError } from '@rise/contract/client';
import { loading } from '@rise/ui';
import type { z } from 'zod';
import { currentLanguage } from '../i18n/language.ts';
import { onRefused, usableToken } from '../session/token.ts';
import { answers } from './answers.ts';

export type GroupName = keyof DemoGroups;
type KeyIn<G extends GroupName> = keyof DemoGroups[G] & DemoCallKey;
/** Every call: method and path. */
export type CallKey = { [G in GroupName]: KeyIn<G> }[GroupName];
/** The calls of a group. */
export type CallOf<G extends GroupName> = KeyIn<G>;
type Declared<K> = { [G in GroupName]: K extends keyof DemoGroups[G] ? DemoGroups[G][K] : never }[GroupName];
type Part<C, N extends string> = C extends Record<N, infer S extends z.ZodType> ? Record<N, z.input<S>> : unknown;
type Placeholders<K> = K extends `${string}:${string}` ? { params: Record<string, string> } : unknown;
/** What a call is asked with. */
export type CallArguments<K> = Part<Declared<K>, 'query'> & Part<Declared<K>, 'body'> & Placeholders<K>;
/** What a call answers with 200. */
export type Answer<K> = Declared<K> extends { output: infer S extends z.ZodType } ? z.output<S> : never;
export type Given<K> =
  Record<string, never> extends CallArguments<K> ? [args?: CallArguments<K>] : [args: CallArguments<K>];

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Asks a call of the suite and answers its 200. Throws `ApiError`: 400 names the fields (`details`), 404 is what a call
 * says of itself. A 401 signs out and loads the page anew.
 */
export async function call<K extends CallKey>(key: K, ...given: Given<K>): Promise<Answer<K>> {
  return (await ask(key, given[0] as Parts | undefined)) as Answer<K>;
}

/** The same, where the call can be cancelled. */
export async function ask(key: string, { params, query, body }: Parts = {}, signal?: AbortSignal): Promise<unknown> {
  loading.pending(1);
  try {
    const { fetch } = await answers();
    const [method, template] = key.split(' ') as [string, string];
    const path = template.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
    const token = usableToken();
    const response = await fetch(new URL(`.${path}${asSearch(query)}`, folder()), {
      method,
      headers: {
        'accept-language': currentLanguage(),
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    const answer: unknown = await response.json().catch(() => null);
    if (response.ok) return answer;
    if (response.status === 401 && token !== null) onRefused();
    throw refusal(response, answer);
  } finally {
    loading.pending(-1);
  }
}

/** The folder that the page lies in. */
const folder = () => new URL('.', document.baseURI);

function asSearch(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function refusal(response: Response, answer: unknown): ApiError {
  const told = (answer as Partial<ErrorBody> | null)?.error;
  if (typeof told === 'object')
    return new ApiError(response.status, told.code, told.message, told.details, told.requestId);
  const code = response.status === 404 ? 'NOT_FOUND' : response.status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL';
  return new ApiError(response.status, code, typeof told === 'string' ? told : response.statusText);
}
