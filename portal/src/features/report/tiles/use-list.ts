import type { QueryResult, RowListQuery, Tile } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { useOpenReport } from '../report-context.ts';
import { rowsPageQuery } from '../report.queries.ts';
import { useReportSource } from '../report-source.ts';
import { frozenPage } from '../freezes/frozen-list.ts';
import { type ListChoice, pageOf } from '../list.state.ts';
import type { TileRun } from '../report-run.ts';

export interface List {
  choice: ListChoice;
  /** The run with the page that the reader chose, `stale` while that one is loading. */
  run: TileRun;
  /** The query of the page; null before the tile has a result. */
  query: RowListQuery | null;
  /** The rows shown; null before the tile has a result. */
  result: QueryResult | null;
  /** Why the page could not be loaded; null if it was. */
  error: Error | null;
  retry: () => void;
  change: (choice: ListChoice) => void;
}

/** The page of a list that the reader chose: the run's own, or one that is queried by itself. */
export function useList(tile: Extract<Tile, { kind: 'rows' }>, run: TileRun): List {
  const { report, choices, choose, isFrozen = false } = useOpenReport();
  const choice = choices.lists?.[tile.id] ?? {};
  const first = 'results' in run ? run.results.rows : undefined;
  const query = first?.query.kind === 'rows' ? first.query : null;
  const paged = query && pageOf(query, choice);
  const page = useQuery(rowsPageQuery(report, isFrozen ? null : paged, useReportSource()));
  const change = (next: ListChoice) => choose({ lists: { ...choices.lists, [tile.id]: next } });
  const common = { choice, query: paged ?? query, retry: () => void page.refetch(), change };
  if (isFrozen && first && 'results' in run) {
    const shown = frozenPage(first.result, choice, tile.pageSize);
    return { ...common, run, result: shown, error: null };
  }
  if (!first || !paged || !('results' in run)) return { ...common, run, result: first?.result ?? null, error: null };
  // Until the page is there, the former one stays readable.
  const result = page.data ?? first.result;
  const isOld = page.isPending || page.isPlaceholderData;
  const results = { ...run.results, rows: { query: paged, result } };
  return {
    ...common,
    run: { status: isOld && !page.isError ? 'stale' : run.status, results },
    result,
    error: page.isError ? page.error : null,
  };
}
