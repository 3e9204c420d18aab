import type { Report, ReportDocument, ReportEvent } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { client } from '../../../../client/client.ts';
import { nextTask } from '../../next-task.ts';
import { IDLE, runReducer, type RunState, tilesOn } from '../../report-run.ts';
import type { ReportChoices } from '../../report.state.ts';
import { tilesToRun } from './pending.rules.ts';

interface DraftRun {
  report: Report;
  /** The document that the server has. */
  stored: ReportDocument;
  page: string;
  choices: ReportChoices;
}

/** Runs the tiles of a page whose figures a change of the draft, or of the selections, has moved. */
export function useDraftRun({ report, stored, page, choices }: DraftRun): RunState & { rerun: () => void } {
  const [state, dispatch] = useReducer(runReducer, IDLE);
  const [attempt, setAttempt] = useState(0);
  const former = useRef<{ order: string; document: ReportDocument } | null>(null);
  const waiting = useRef<ReadonlySet<string>>(new Set());
  const { subject, measure, filters, peers, minimums, period } = choices;
  const order = JSON.stringify([{ subject, measure, filters, peers, minimums, period, page }, report.basis, attempt]);

  useEffect(() => {
    const [request] = JSON.parse(order) as [ReportChoices];
    const next = stored;
    const before = former.current?.order === order ? former.current.document : null;
    former.current = { order, document: next };
    const shown = tilesOn({ document: next } as Report, page).map(({ id }) => id);
    const moved = new Set(tilesToRun(before, next));
    const tiles = shown.filter((id) => moved.has(id) || waiting.current.has(id));
    waiting.current = new Set(tiles);
    dispatch({ type: 'start', tiles: shown, affected: new Set(tiles), waiting: new Set(tiles) });
    if (tiles.length === 0) {
      dispatch({ type: 'event', event: { type: 'done', elapsedMs: 0 } });
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const run = async () => {
      let isDone = false;
      try {
        await client.stream(
          'POST /api/v1/reports/:id/draft/run',
          { params: { id: report.id }, body: { state: request, tiles }, signal },
          async (event: ReportEvent) => {
            if (signal.aborted) return;
            if (event.type === 'done') isDone = true;
            if ('tile' in event) waiting.current = new Set([...waiting.current].filter((id) => id !== event.tile));
            dispatch({ type: 'event', event });
            await nextTask();
          },
        );
        if (!isDone) throw new ApiError(0, 'OFFLINE', 'The answer broke off.');
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'break', error });
      }
    };
    void run();
    return () => controller.abort();
  }, [report.id, page, order, stored]);

  const rerun = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, rerun };
}
