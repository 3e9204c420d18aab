import { dayOf, type Finance } from './finance.ts';

export const PERIODS = ['year', 'half', 'quarter', 'month'] as const;
export type Period = (typeof PERIODS)[number];

const DAYS: Record<Period, number> = { year: 366, half: 182, quarter: 91, month: 30 };
const DAY_MS = 86_400_000;

type Series = Finance['accountBalance']['series'];
export interface BalanceSeries {
  name: string;
  data: { x: string; y: number }[];
}

/** Actual and predicted values over the last part of the period. */
export function balanceOver(period: Period, [predicted, actual]: Series): BalanceSeries[] {
  return [actual!, predicted!].map(({ name, data }) => {
    const from = Date.parse(data.at(-1)?.x ?? '') - DAYS[period] * DAY_MS;
    return {
      name,
      data: data.filter(({ x }) => Date.parse(x) >= from).map(({ x, y }) => ({ x: dayOf(x), y })),
    };
  });
}

/** Change from the first to the last value, as a fraction; null if there is nothing to compare. */
export function growthOf({ data }: BalanceSeries): number | null {
  const [first, last] = [data[0]?.y, data.at(-1)?.y];
  return first === undefined || last === undefined || first === 0 ? null : last / first - 1;
}
