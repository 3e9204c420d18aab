/**
 * The bearer token of an `Authorization` header; null where it names another scheme or is missing. An empty token is
 * one too: an invalid one, so that the session's cookie does not count instead.
 */
export function bearerToken(authorization: string | undefined): string | null {
  const found = /^bearer(?:\s+(.*))?$/i.exec(authorization?.trim() ?? '');
  return found && (found[1] ?? '');
}
