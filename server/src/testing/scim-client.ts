import type { TestPortal } from './portal.ts';

/** A response of the SCIM service; `body` is null where it has none. */
export interface ScimAnswer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- Documents of clients, whose shape is what tests look at.
  readonly body: any;
}

export type ScimSend = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimAnswer>;

/** Sends requests as a provider does, with a token of a tenant. */
export function scimClient({ url }: Pick<TestPortal, 'url'>, token: string | null): ScimSend {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
  };
}

/** Creates a token of the tenant in which the administrator is. */
export async function scimToken(portal: Pick<TestPortal, 'fetch'>, cookie: string, name = 'Entra'): Promise<string> {
  const response = await portal.fetch('POST /api/v1/provisioning/tokens', { cookie, body: { name, days: 30 } });
  return ((await response.json()) as { token: string }).token;
}
