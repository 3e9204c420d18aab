import type { EvaluationRun } from '@rise/contract';

type Counts = Pick<EvaluationRun, 'right' | 'done'>;

/** The share of questions that were understood as they should be; null before the first one. */
export const shareOf = ({ right, done }: Counts): number | null => (done === 0 ? null : right / done);

/** The same as a text, with how many these were: “97% (58 of 60)” without the words. */
export function scoreOf(counts: Counts, language: string): string {
  const share = shareOf(counts);
  if (share === null) return '–';
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }).format(share);
  return `${percent} (${counts.right}/${counts.done})`;
}
