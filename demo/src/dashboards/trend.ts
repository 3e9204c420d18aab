export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export interface RecentTrend {
  /** Number of latest points, compared with the same number before them. */
  readonly points: number;
  /** A fraction: 0.1 is ten percent more; null if the previous sum is zero. */
  readonly change: number | null;
}

/** Compares the latest points with the same number before them: `latest` points if available, else half of all. */
export function recentTrend(values: readonly number[], latest = values.length): RecentTrend {
  const points = Math.min(latest, Math.floor(values.length / 2));
  const before = sum(values.slice(values.length - 2 * points, values.length - points));
  const now = sum(values.slice(values.length - points));
  return { points, change: points > 0 && before !== 0 ? now / before - 1 : null };
}
