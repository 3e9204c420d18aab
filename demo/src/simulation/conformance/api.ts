import { errorBody } from '@rise/contract';
import { demoGroups, type DemoCall } from '@rise/contract/demo';
import { expect } from 'vitest';
import { NOW } from './fixed.ts';
import { CASES } from './all-cases.ts';
import type { AnyKey, Api } from './cases.ts';

export const CALLS = Object.fromEntries(
  Object.values(demoGroups).flatMap((group) => Object.entries(group) as [AnyKey, DemoCall][]),
) as Record<AnyKey, DemoCall>;
export const KEYS = Object.keys(CALLS) as AnyKey[];
export const casesOf = Object.fromEntries(
  Object.values(CASES).flatMap((group) => Object.entries(group)),
) as unknown as Record<AnyKey, Readonly<Record<string, (api: Api) => Promise<void>>>>;

/** Asks wherever the simulation runs. */
export type Send = (asked: {
  method: string;
  path: string;
  body?: unknown;
  headers: Record<string, string>;
}) => Promise<{ status: number; text: string; waited: readonly number[] }>;

export interface WatchedApi {
  readonly api: Api;
  /** How often it asked. */
  asked(): number;
}

/** Asks as a page would, and holds every answer against its schema and its delay. `saw` hears of each status. */
export function watch(
  send: Send,
  delayOf: (key: AnyKey) => Promise<number>,
  saw: (key: AnyKey, status: number) => void,
): WatchedApi {
  let count = 0;
  const ask = async (
    key: AnyKey,
    asks: { query?: object; body?: unknown; params?: object; language?: string } = {},
  ) => {
    const [method, template] = key.split(' ') as [string, string];
    const path = template.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent((asks.params as Record<string, string>)[name]!),
    );
    const query = new URLSearchParams(
      Object.entries(asks.query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    ).toString();
    count += 1;
    const { status, text, waited } = await send({
      method,
      path: `${path}${query && `?${query}`}`,
      body: asks.body,
      headers: {
        'accept-language': asks.language ?? 'en',
        // A form says itself what it is.
        ...(!(asks.body instanceof FormData) && { 'content-type': 'application/json' }),
      },
    });
    const delay = await delayOf(key);
    expect(waited, `delay of ${key}`).toEqual(delay === 0 ? [] : [delay]);
    const body: unknown = JSON.parse(text);
    const { output, otherwise } = CALLS[key];
    const schema = { 200: output, 400: errorBody, ...otherwise }[status];
    expect(schema, `${key} answers ${status}, which it does not declare`).toBeDefined();
    // Nothing beyond what the schema names either.
    expect(schema!.parse(body), `body of ${key}`).toEqual(body);
    saw(key, status);
    return { status, body };
  };
  const api: Api = {
    now: NOW,
    ask,
    call: async (key, ...asks) => {
      const { status, body } = await ask(key, asks[0]);
      expect(status, JSON.stringify(body)).toBe(200);
      return body as never;
    },
  };
  return { api, asked: () => count };
}
