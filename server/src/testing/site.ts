import type { RouteKey } from '@rise/contract';
import { DEMO_PASSWORD } from '../identity/identities.ts';
import { createBrowser } from './browser.ts';
import type { importClient } from './import-client.ts';

type Sent = Parameters<Parameters<typeof importClient>[0]['fetch']>[1] & object;

/** A started server as programs and browsers see it. */
export function siteAt(address: URL) {
  return {
    /** Calls the API with a cookie. */
    send(key: RouteKey, { id = '', cookie, body, headers = {}, search = '' }: Sent): Promise<Response> {
      const [method, path] = key.split(' ') as [string, string];
      const sent = Object.entries({ cookie: cookie ?? null, 'x-rise-request': '1', ...headers }).flatMap(
        ([name, value]) => (value === null ? [] : [[name, value] as [string, string]]),
      );
      return fetch(new URL(`${path.replace(':id', id)}${search}`, address), {
        method,
        headers: { ...Object.fromEntries(sent), ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
    },
    /** Signs in at the embedded provider; returns the session's cookie. */
    async signIn(email: string): Promise<string> {
      const browser = createBrowser();
      const page = await browser.submit(await browser.go(new URL('/login', address)), {
        email,
        password: DEMO_PASSWORD,
      });
      const token = browser.cookie(address.host, 'rise');
      if (token === undefined) throw new Error(`${email} was not signed in: ${page.status} ${page.url.href}`);
      return `rise=${token}`;
    },
  };
}
