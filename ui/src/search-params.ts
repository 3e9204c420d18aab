/** The query of an address as plain text values: `?institution=68` stays '68'. The first of a repeated name counts. */
export type SearchParams = Readonly<Record<string, string>>;

export function parseSearch(search: string): SearchParams {
  const result: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(search)) if (!(name in result)) result[name] = value;
  return result;
}

/** Names and values as text, empty ones left out; commas stay readable. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(search).flatMap(([name, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [`${encode(name)}=${encode(String(value)).replaceAll('%2C', ',')}`],
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

/** Half a surrogate pair, as in a manipulated or truncated address, must not throw. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());
