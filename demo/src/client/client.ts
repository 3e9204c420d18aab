import type { ErrorBody } from '@rise/contract';
import type { DemoCallKey, DemoGroups } from '@rise/contract/demo';
import { ApiError } from '@rise/contract/client';
import { loading } from '@rise/ui';
import type { z } from 'zod';
import { currentLanguage } from '../i18n/language.ts';
import { onRefused, usableToken } from '../session/token.ts';
import { getSimulation } from './simulation.ts';

export type GroupName = keyof DemoGroups;
type KeyIn<G extends GroupName> = keyof DemoGroups[G] & DemoCallKey;
/** Every call: method and path. */
export type CallKey = { [G in GroupName]: KeyIn<G> }[GroupName];
/** The calls of a group. */
export type CallOf<G extends GroupName> = KeyIn<G>;
type Declared<K> = { [G in GroupName]: K extends keyof DemoGroups[G] ? DemoGroups[G][K] : never }[GroupName];
type Part<C, N extends string> = C extends Record<N, infer S extends z.ZodType> ? Record<N, z.input<S>> : unknown;
type Placeholders<K> = K extends `${string}:${string}` ? { params: Record<string, string> } : unknown;
/** A call's arguments. */
export type CallArguments<K> = Part<Declared<K>, 'query'> & Part<Declared<K>, 'body'> & Placeholders<K>;
/** The body of a call's 200 response. */
export type CallResult<K> = Declared<K> extends { output: infer S extends z.ZodType } ? z.output<S> : never;
export type CallArgumentList<K> =
  Record<string, never> extends CallArguments<K> ? [args?: CallArguments<K>] : [args: CallArguments<K>];

interface Parts {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

/**
 * Makes a call and returns the body of its 200. Throws `ApiError`: a 400 names the fields in `details`, a 404 is
 * specific to the call. A 401 signs out and reloads the page.
 */
export async function call<K extends CallKey>(key: K, ...input: CallArgumentList<K>): Promise<CallResult<K>> {
  return (await sendCall(key, input[0] as Parts | undefined)) as CallResult<K>;
}

/** Like `call`, but abortable and untyped. */
export async function sendCall(
  key: string,
  { params, query, body }: Parts = {},
  signal?: AbortSignal,
): Promise<unknown> {
  loading.pending(1);
  try {
    const { fetch } = await getSimulation();
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
    const result: unknown = await response.json().catch(() => null);
    if (response.ok) return result;
    if (response.status === 401 && token !== null) onRefused();
    throw error(response, result);
  } finally {
    loading.pending(-1);
  }
}

/** URL of the page's folder. */
const folder = () => new URL('.', document.baseURI);

function asSearch(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [[name, String(value)] as [string, string]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : '';
}

function error(response: Response, result: unknown): ApiError {
  const output = (result as Partial<ErrorBody> | null)?.error;
  if (typeof output === 'object')
    return new ApiError(response.status, output.code, output.message, output.details, output.requestId);
  const code = response.status === 404 ? 'NOT_FOUND' : response.status === 401 ? 'UNAUTHENTICATED' : 'INTERNAL';
  return new ApiError(response.status, code, typeof output === 'string' ? output : response.statusText);
}
