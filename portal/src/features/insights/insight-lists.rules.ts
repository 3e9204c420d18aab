import type { Insight, InsightKind } from '@rise/contract';
import type { SearchParams } from '@rise/ui/search-params';

/** In the order in which they are offered. */
export const KINDS = [
  'change',
  'anomaly',
  'outlier',
  'threshold',
  'quality',
  'forecast',
] as const satisfies readonly InsightKind[];

export const LISTS = ['open', 'followed', 'hidden'] as const;
export type ListName = (typeof LISTS)[number];

/** What an address shows: a list, and of it one kind; null: all. */
export interface Choice {
  readonly list: ListName;
  readonly kind: InsightKind | null;
}

export function readChoice({ list, kind }: SearchParams): Choice {
  return {
    list: LISTS.find((name) => name === list) ?? 'open',
    kind: KINDS.find((name) => name === kind) ?? null,
  };
}

/** Whether a finding is in a list: what is snoozed or dismissed is hidden, whether or not it is followed. */
export function isIn(list: ListName, { state, isFound }: Insight): boolean {
  const isHidden = state.status !== 'open';
  if (list === 'hidden') return isHidden;
  if (list === 'followed') return state.followed !== null;
  return !isHidden && isFound;
}

/** The findings of a choice, and how many of each kind its list has. */
export function findingsOf(all: readonly Insight[], { list, kind }: Choice) {
  const inList = all.filter((finding) => isIn(list, finding));
  const counts = new Map(KINDS.map((name) => [name, inList.filter((finding) => finding.kind === name).length]));
  return { shown: inList.filter((finding) => kind === null || finding.kind === kind), counts, total: inList.length };
}
