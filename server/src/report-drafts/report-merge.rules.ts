import {
  DOCUMENT_PROPERTIES,
  type LocalizedText,
  type OriginChange,
  type ReportDocument,
  type ReportPage,
} from '@rise/contract';
import { arrange } from './merge-arrangement.rules.ts';
import { isSame, MergeRun, type MergeSides } from './merge-sides.rules.ts';
import { mergeTiles } from './merge-tiles.rules.ts';

export type { MergeSides };

export interface ReportMerge {
  readonly document: ReportDocument;
  /** What theirs has changed since the base, and mine does not have. */
  readonly changes: OriginChange[];
}

/**
 * Merges two documents that come from one base, part by part; parts are the same where their ids are. A part that only
 * theirs has changed is that of theirs. One that both have changed, differently, stays mine unless `chosen` has the id
 * of the conflict.
 */
export function mergeReports(sides: MergeSides, chosen: ReadonlySet<string> = new Set()): ReportMerge {
  const run = new MergeRun(sides, chosen);
  const properties = mergeProperties(run, sides);
  const titles = mergePages(run);
  const pages = arrange(run, titles, mergeTiles(run));
  return { document: { ...properties, pages }, changes: run.changes };
}

function mergeProperties(run: MergeRun, { base, mine, theirs }: MergeSides): ReportDocument {
  let merged = mine;
  for (const name of DOCUMENT_PROPERTIES) {
    if (isSame(base[name], theirs[name]) || isSame(mine[name], theirs[name])) continue;
    const isTaken = run.take({
      id: `report/${name}`,
      part: 'report',
      kind: 'changed',
      title: null,
      page: null,
      properties: [name],
      conflict: isSame(base[name], mine[name]) ? null : 'changed',
    });
    if (!isTaken) continue;
    const { [name]: _replaced, ...others } = merged;
    merged = { ...others, ...(theirs[name] !== undefined && { [name]: theirs[name] }) } as ReportDocument;
  }
  return merged;
}

/** The titles of the pages of the result, by id. */
function mergePages(run: MergeRun): Map<string, LocalizedText> {
  const titles = new Map<string, LocalizedText>();
  for (const id of run.idsOf('pages')) {
    const page = mergePage(run, run.base.pages.get(id), run.mine.pages.get(id), run.theirs.pages.get(id));
    if (page) titles.set(id, page);
  }
  // Each side has removed the pages that the other one has left: a report has one, so that mine stay.
  if (titles.size === 0) for (const { id, title } of run.mine.pages.values()) titles.set(id, title);
  return titles;
}

/** Its title; null where the result does not have it. */
function mergePage(
  run: MergeRun,
  base: ReportPage | undefined,
  mine: ReportPage | undefined,
  theirs: ReportPage | undefined,
): LocalizedText | null {
  const changeOf = ({ id, title }: ReportPage, change: Pick<OriginChange, 'kind' | 'conflict'>): OriginChange => ({
    id: `pages/${id}`,
    part: 'page',
    title,
    page: null,
    properties: [],
    ...change,
  });
  if (mine && theirs) {
    if (isSame(mine.title, theirs.title) || (base && isSame(base.title, theirs.title))) return mine.title;
    const conflict = base && isSame(base.title, mine.title) ? null : 'changed';
    return run.take({ ...changeOf(theirs, { kind: 'changed', conflict }), properties: ['title'] })
      ? theirs.title
      : mine.title;
  }
  if (mine) {
    if (!base) return mine.title;
    const conflict = isSame(base, mine) ? null : 'changed';
    return run.take(changeOf(mine, { kind: 'removed', conflict })) ? null : mine.title;
  }
  if (!theirs) return null;
  if (!base) return run.take(changeOf(theirs, { kind: 'added', conflict: null })) ? theirs.title : null;
  if (isSame(base, theirs)) return null;
  return run.take(changeOf(theirs, { kind: 'changed', conflict: 'removed' })) ? theirs.title : null;
}
