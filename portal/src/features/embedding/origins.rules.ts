/** The origins in a text, one a line. */
export const originsIn = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim().replace(/\/$/, ''))
      .filter(Boolean),
  ),
];

/** Whether there is at least one, and each is one: https, or http on this machine. The server decides. */
export const areOrigins = (origins: readonly string[]): boolean => origins.length > 0 && origins.every(isOrigin);

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return origin === text && !hostname.includes('*') && (protocol === 'https:' || (protocol === 'http:' && isLocal));
}
