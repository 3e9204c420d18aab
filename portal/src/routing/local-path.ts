/** A path inside the portal: exactly one leading slash, no backslash, blank or control character. */
const LOCAL = /^\/(?![/\\])[^\\\s\p{Cc}]*$/u;
const MAX_LENGTH = 500;

/** Returns the value if it is a path inside the portal, else null. Guards every redirect to an address from a URL. */
export function localPath(value: unknown): string | null {
  return typeof value === 'string' && value.length <= MAX_LENGTH && LOCAL.test(value) ? value : null;
}
