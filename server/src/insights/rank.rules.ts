import type { InsightContent, InsightKind } from '@rise/contract';
import type { Candidate } from './candidate.rules.ts';

/** Findings that are shown of each kind, the first of which count. */
const MOST: Readonly<Record<InsightKind, number>> = {
  change: 10,
  anomaly: 20,
  outlier: 14,
  threshold: 8,
  quality: 10,
  forecast: 6,
};
/** Of one kind about the same member, or the same measure. */
const [OF_MEMBER, OF_MEASURE] = [2, 3];
/** A part that explains as much of the whole stands for it. */
const STANDS_FOR = 0.8;

const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 0.01 * Math.max(Math.abs(a), Math.abs(b));

/** Whether two candidates are most likely about the same rows: by two dimensions, or by two measures of the same. */
const isSame = (a: Candidate, b: Candidate): boolean =>
  a.kind === b.kind &&
  a.dataset === b.dataset &&
  (a.measure === b.measure
    ? isNear(a.difference, b.difference) && isNear(a.value, b.value)
    : a.value === b.value && a.difference === b.difference) &&
  (a.measure === b.measure || JSON.stringify(a.member) === JSON.stringify(b.member));

/** Discoveries without those that say again what another one says. */
export function withoutRepeats(found: readonly Candidate[]): Candidate[] {
  const parts = found.filter(({ member }) => member !== null);
  const stood = found.filter(
    (whole) =>
      whole.member !== null ||
      !parts.some(
        (part) =>
          part.kind === whole.kind &&
          part.dataset === whole.dataset &&
          part.measure === whole.measure &&
          part.difference / whole.difference >= STANDS_FOR,
      ),
  );
  const distinct: Candidate[] = [];
  for (const candidate of stood) if (!distinct.some((other) => isSame(other, candidate))) distinct.push(candidate);
  return distinct;
}

/** Findings in their order, without more of the same than anybody would read. */
export function ranked(findings: readonly InsightContent[]): InsightContent[] {
  const counts = new Map<string, number>();
  const admits = (key: string, most: number) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count <= most;
  };
  return findings
    .toSorted((a, b) => b.score - a.score)
    .filter(
      ({ kind, measure, member }) =>
        (member === null || admits(JSON.stringify([kind, member.field, member.value]), OF_MEMBER)) &&
        (measure === null || admits(JSON.stringify([kind, measure.name]), OF_MEASURE)) &&
        admits(kind, MOST[kind]),
    );
}
