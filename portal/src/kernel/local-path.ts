/** A path inside the portal: one slash first, never two, no backslash, no blanks or control characters. */
const LOCAL = /^\/(?![/\\])[^\\\s\p{Cc}]*$/u;
const LONGEST = 500;

/** The value where it is a path inside the portal, else null. Whatever comes from an address passes here before it is followed. */
export function localPath(value: unknown): string | null {
  return typeof value === 'string' && value.length <= LONGEST && LOCAL.test(value) ? value : null;
}
