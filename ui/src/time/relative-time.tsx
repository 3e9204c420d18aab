import { useSyncExternalStore } from 'react';
import { useUiContext } from '../context/ui-context.tsx';

const SECOND = 1000;
const UNITS: readonly [unit: Intl.RelativeTimeFormatUnit, milliseconds: number][] = [
  ['year', 365 * 86_400 * SECOND],
  ['month', 30 * 86_400 * SECOND],
  ['week', 7 * 86_400 * SECOND],
  ['day', 86_400 * SECOND],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
];

/** “3 hours ago”, in the largest unit that fits; “now” within a minute. */
export function relativeTime(time: number, now: number, locale: string): string {
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const distance = time - now;
  const [unit, size] = UNITS.find(([, milliseconds]) => Math.abs(distance) >= milliseconds) ?? ['second', Infinity];
  return words.format(unit === 'second' ? 0 : Math.trunc(distance / size), unit);
}

const TICK = 30 * SECOND;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let present = Date.now();

function subscribe(listener: () => void) {
  listeners.add(listener);
  present = Date.now();
  timer ??= setInterval(() => {
    present = Date.now();
    for (const notify of listeners) notify();
  }, TICK);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Current time, updated every 30 seconds. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => present);

/** Relative time, kept up to date. The full date is in its title. */
export function RelativeTime({ iso }: { iso: string }) {
  const { locale } = useUiContext();
  const now = useNow();
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' });
  const time = new Date(iso);
  return (
    <time dateTime={iso} title={full.format(time)}>
      {relativeTime(time.getTime(), now, locale)}
    </time>
  );
}
