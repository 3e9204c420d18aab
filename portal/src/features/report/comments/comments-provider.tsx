import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useOpen } from '../../../routing/use-open.ts';
import { useOpenReport } from '../report-context.ts';
import type { RunState } from '../report-run.ts';
import { CommentsContext } from './comments-context.ts';
import { commentsQuery } from './comments.queries.ts';

const CommentsDrawer = lazy(() => import('./comments-drawer.tsx'));

/** The comments on a report: their numbers for its parts, and the panel, which a link to a thread opens, too. */
export function CommentsProvider({ tiles, children }: { tiles: RunState['tiles']; children: ReactNode }) {
  const { report, choices, choose } = useOpenReport();
  const { data } = useQuery(commentsQuery(report.id));
  const [opened, setOpened] = useOpen<{ tile: string | null } | null>(null);
  const open = useCallback((tile: string | null) => setOpened({ tile }), [setOpened]);
  const shown = useRef<string | null>(null);
  const close = () => {
    setOpened(null);
    if (choices.comment !== undefined) choose({ comment: undefined });
  };
  const show = (tile: string) => {
    const page = report.document.pages.find(({ rows }) => rows.some((row) => row.tiles.some(({ id }) => id === tile)));
    setOpened(null);
    shown.current = tile;
    choose({ page: page?.id, comment: undefined });
  };
  // After any render: the tile may be on a page that is shown only then.
  useEffect(() => {
    const cell = shown.current && document.querySelector(`[data-tile="${CSS.escape(shown.current)}"]`);
    if (!cell) return;
    shown.current = null;
    cell.scrollIntoView({ block: 'center' });
  });
  const panel = useMemo(() => {
    const unresolved = data?.filter(({ resolvedAt }) => resolvedAt === null);
    const byTile = new Map<string, number>();
    for (const { tile } of unresolved ?? []) if (tile !== null) byTile.set(tile, (byTile.get(tile) ?? 0) + 1);
    return { open, openThreads: unresolved?.length ?? null, byTile };
  }, [open, data]);
  return (
    <CommentsContext value={panel}>
      {children}
      {(opened !== null || choices.comment !== undefined) && (
        <Suspense>
          <CommentsDrawer
            tiles={tiles}
            tile={opened?.tile ?? null}
            onChooseTile={open}
            thread={choices.comment}
            onShow={show}
            onClose={close}
          />
        </Suspense>
      )}
    </CommentsContext>
  );
}
