/** Arrow's IPC streaming format. */
export const ARROW = 'application/vnd.apache.arrow.stream';

/**
 * The offered media type that an `Accept` header names with the highest quality, the first of equals; null where it
 * names none. Wildcards count for none: they leave the choice to the server.
 */
export function preferredType<T extends string>(accept: string | null, offered: readonly T[]): T | null {
  const named = (accept ?? '').split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const known = offered.find((candidate) => candidate === type);
    const quality = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
    return known !== undefined && quality > 0 ? [{ known, quality }] : [];
  });
  return named.toSorted((one, two) => two.quality - one.quality)[0]?.known ?? null;
}
