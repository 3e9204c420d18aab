import type { MappingImpact } from '@rise/contract';

/** Figures of one group: the values of all measures. */
export interface FigureRow {
  readonly target: string | null | undefined;
  readonly period: string | null;
  readonly values: readonly (string | number | null)[];
}

type Move = MappingImpact['figures'][number]['moves'][number];

const MAX_MOVES = 200;

/** The periods that show some days best: at most about three dozen. */
export function grainFor(days: readonly string[]): 'month' | 'quarter' | 'year' {
  if (days.length === 0) return 'year';
  const sorted = days.toSorted();
  const months = monthOf(sorted.at(-1)!) - monthOf(sorted[0]!);
  return months <= 18 ? 'month' : months <= 72 ? 'quarter' : 'year';
}

const monthOf = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));

/** Where one measure differs between two results, latest periods first. */
export function findMoves(
  old: readonly FigureRow[],
  next: readonly FigureRow[],
  index: number,
): { moves: Move[]; truncated: boolean } {
  const keyOf = ({ target, period }: FigureRow) => JSON.stringify([target ?? null, period]);
  const [before, after] = [new Map(old.map((row) => [keyOf(row), row])), new Map(next.map((row) => [keyOf(row), row]))];
  const moves = [...new Set([...before.keys(), ...after.keys()])].flatMap((key): Move[] => {
    const row = (before.get(key) ?? after.get(key))!;
    const [from, to] = [before.get(key)?.values[index] ?? null, after.get(key)?.values[index] ?? null];
    if (from === to) return [];
    const target = row.target === undefined ? {} : { target: row.target };
    return [{ ...target, period: row.period, before: from, after: to }];
  });
  const size = ({ before: from, after: to }: Move) => Math.abs(Number(to ?? 0) - Number(from ?? 0));
  const ordered = moves.toSorted((a, b) => (b.period ?? '').localeCompare(a.period ?? '') || size(b) - size(a) || 0);
  return { moves: ordered.slice(0, MAX_MOVES), truncated: ordered.length > MAX_MOVES };
}

/** The first and last period that ended before the latest day and moves. */
export function closedPeriods(
  figures: MappingImpact['figures'],
  days: readonly string[],
): { from: string; to: string } | null {
  const latest = days.toSorted().at(-1);
  if (latest === undefined) return null;
  const closed = figures.flatMap(({ moves, grain }) =>
    moves.flatMap(({ period }) => (period !== null && grain !== null && endOf(period, grain) < latest ? [period] : [])),
  );
  const sorted = closed.toSorted();
  return sorted.length === 0 ? null : { from: sorted[0]!, to: sorted.at(-1)! };
}

const MONTHS = { month: 1, quarter: 3, year: 12 } as const;

/** The last day of a period. */
function endOf(first: string, grain: keyof typeof MONTHS): string {
  const day = new Date(`${first}T00:00:00Z`);
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + MONTHS[grain], 0)).toISOString().slice(0, 10);
}
