/** Date and time in the browser's time zone, which it names: “Nov 27, 2026, 1:00 PM GMT+3”. */
export const momentWithZone = (iso: string, language: string): string =>
  new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(iso));

/** The browser's time zone: “Europe/Istanbul”. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
