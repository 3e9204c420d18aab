import { dayFrom, span } from '../../generate/days.ts';
import type { Random } from '../../generate/random.ts';
import { toBeTold, type Text } from '../../text.ts';

/** What a dashboard is made of: the moment, and a chance that says the same for the same label. */
export interface Making {
  readonly now: Date;
  random(label: string): Random;
}

/**
 * A figure for each day that stays what it is as days go by: around a level that grows by a share each year, less at
 * weekends, and by chance up to a share more or less.
 */
export function daily(
  { now, random }: Making,
  figure: { name: string; level: number; growth?: number; swing?: number; weekend?: number },
): (days: number) => number {
  const { name, level, growth = 0, swing = 0.2, weekend = 1 } = figure;
  return (days) => {
    const day = dayFrom(now, days);
    const chance = random(`${name} on ${day}`).swing();
    const weekday = new Date(day).getUTCDay();
    const rest = weekday === 0 || weekday === 6 ? weekend : 1;
    return Math.round(level * (1 + (growth * days) / 365) * (1 + swing * chance) * rest);
  };
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** To the cent. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** An amount of the last so many spans of so many days each, up to yesterday; its points add up to it. */
export function overSpans(making: Making, name: Text, of: (days: number) => number, spans: number, length: number) {
  const starts = Array.from({ length: spans }, (_, place) => (place - spans) * length);
  const data = starts.map((start) => sum(Array.from({ length }, (_, day) => of(start + day))));
  const labels = starts.map((start) => span(dayFrom(making.now, start), dayFrom(making.now, start + length - 1)));
  return { amount: sum(data), labels: toBeTold(labels), series: [{ name, data }] };
}

/** Points every so many days, the last one today. */
export function everyDays(making: Making, of: (days: number) => number, step: number, from: number, to = 0) {
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: count }, (_, place) => to - (count - 1 - place) * step).map((days) => ({
    x: dayFrom(making.now, days),
    y: of(days),
  }));
}
