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

/** Sends a request to the simulation, in Node or in a browser. */
export type Send = (request: {
  method: string;
  path: string;
  body?: unknown;
  headers: Record<string, string>;
}) => Promise<{ status: number; text: string; delays: readonly number[] }>;

export interface WatchedApi {
  readonly api: Api;
  /** Number of requests sent so far. */
  requestCount(): number;
}

/** Sends requests as a page would and checks each response against its schema and delay. `saw` receives each status. */
export function watch(
  send: Send,
  delayOf: (key: AnyKey) => Promise<number>,
  saw: (key: AnyKey, status: number) => void,
): WatchedApi {
  let count = 0;
  const request = async (
    key: AnyKey,
    input: { query?: object; body?: unknown; params?: object; language?: string } = {},
  ) => {
    const [method, template] = key.split(' ') as [string, string];
    const path = template.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent((input.params as Record<string, string>)[name]!),
    );
    const query = new URLSearchParams(
      Object.entries(input.query ?? {}).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)] as [string, string]],
      ),
    ).toString();
    count += 1;
    const { status, text, delays } = await send({
      method,
      path: `${path}${query && `?${query}`}`,
      body: input.body,
      headers: {
        'accept-language': input.language ?? 'en',
        // The browser sets a form's content type.
        ...(!(input.body instanceof FormData) && { 'content-type': 'application/json' }),
      },
    });
    const delay = await delayOf(key);
    expect(delays, `delay of ${key}`).toEqual(delay === 0 ? [] : [delay]);
    const body: unknown = JSON.parse(text);
    const { output, otherwise } = CALLS[key];
    const schema = { 200: output, 400: errorBody, ...otherwise }[status];
    expect(schema, `${key} answers ${status}, which it does not declare`).toBeDefined();
    // The schema strips unknown fields, so equality also rejects extra ones.
    expect(schema!.parse(body), `body of ${key}`).toEqual(body);
    saw(key, status);
    return { status, body };
  };
  const api: Api = {
    now: NOW,
    request: request,
    call: async (key, ...input) => {
      const { status, body } = await request(key, input[0]);
      expect(status, JSON.stringify(body)).toBe(200);
      return body as never;
    },
  };
  return { api, requestCount: () => count };
}
