import type { IncomingMessage } from 'node:http';

const ABSOLUTE = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)(.*)$/i;

/**
 * Brings a request in absolute form (`GET http://host/path`) into the usual one: its host takes the place of the `Host`
 * header (RFC 9112, 3.2.2), and its path that of the address. Nothing behind it meets an address with a host.
 */
export function normalizeTarget(request: IncomingMessage): void {
  const [, authority, rest] = ABSOLUTE.exec(request.url ?? '') ?? [];
  if (authority === undefined || rest === undefined) return;
  request.headers.host = authority.slice(authority.lastIndexOf('@') + 1);
  request.url = rest.startsWith('/') ? rest : `/${rest}`;
}
