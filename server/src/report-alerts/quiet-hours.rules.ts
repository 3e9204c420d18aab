import type { QuietHours } from '@rise/contract';
import { instantOf, wallTime } from '../kernel/time/occurrences.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const timeOf = (text: string): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return (hour * 60 + minute) * MINUTE_MS;
};

/**
 * The end of the quiet hours that an instant is in, as the clocks of a zone show them; null outside of them. Hours that
 * the clocks skip entirely are none; those that they show twice are quiet to the first time that they end.
 */
export function quietUntil({ from, until }: QuietHours, zone: string, now: Date): Date | null {
  const [start, end] = [timeOf(from), timeOf(until)];
  const length = end > start ? 0 : DAY_MS;
  const today = Math.floor(wallTime(now.getTime(), zone) / DAY_MS) * DAY_MS;
  // Those that began the day before may last until now.
  for (const day of [today - DAY_MS, today, today + DAY_MS]) {
    const begins = instantOf(day + start, zone);
    const ends = instantOf(day + length + end, zone);
    if (begins <= now.getTime() && now.getTime() < ends) return new Date(ends);
  }
  return null;
}
