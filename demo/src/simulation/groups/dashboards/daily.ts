import { dayFrom, span } from '../../generate/days.ts';
import type { Random } from '../../generate/random.ts';
import { localizableTexts, type Text } from '../../text.ts';

/** Inputs of a dashboard: the current time and random generators by label. */
export interface GenerationInput {
  readonly now: Date;
  random(label: string): Random;
}

/**
 * A figure per day that never changes later: a level with a yearly growth rate, lower at weekends, and a random
 * deviation of up to `swing` in either direction.
 */
export function daily(
  { now, random }: GenerationInput,
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

/** Rounds to cents. */
export const cents = (amount: number): number => Math.round(amount * 100) / 100;

/** Amounts of the last `spans` spans of equal length in days, up to yesterday; the points add up to the total. */
export function overSpans(
  input: GenerationInput,
  name: Text,
  of: (days: number) => number,
  spans: number,
  length: number,
) {
  const starts = Array.from({ length: spans }, (_, index) => (index - spans) * length);
  const data = starts.map((start) => sum(Array.from({ length }, (_, day) => of(start + day))));
  const labels = starts.map((start) => span(dayFrom(input.now, start), dayFrom(input.now, start + length - 1)));
  return { amount: sum(data), labels: localizableTexts(labels), series: [{ name, data }] };
}

/** Points at a step in days, ending today. */
export function everyDays(input: GenerationInput, of: (days: number) => number, step: number, from: number, to = 0) {
  const count = Math.floor((to - from) / step) + 1;
  return Array.from({ length: count }, (_, index) => to - (count - 1 - index) * step).map((days) => ({
    x: dayFrom(input.now, days),
    y: of(days),
  }));
}
