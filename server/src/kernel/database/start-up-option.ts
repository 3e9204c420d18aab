/** Adds an option of the session to those in a PostgreSQL address: the session never exists without it. */
export function withStartUpOption(url: string, option: string): string {
  const [base, query = ''] = url.split('?', 2) as [string, string?];
  const parameters = new URLSearchParams(query);
  parameters.set('options', `${parameters.get('options') ?? ''} ${option}`.trim());
  return `${base}?${parameters.toString().replaceAll('+', '%20')}`;
}
