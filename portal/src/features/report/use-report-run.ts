import type { Report, ReportEvent } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { nextTask } from './next-task.ts';
import { affectedTiles, tilesOn, IDLE, runReducer, type RunState } from './report-run.ts';
import { useReportSource } from './report-source.ts';
import type { ReportChoices } from './report.state.ts';

type RunRequest = Pick<
  ReportChoices,
  'subject' | 'measure' | 'filters' | 'peers' | 'minimums' | 'parameters' | 'page' | 'period' | 'opened'
>;

/**
 * Runs the report whenever a relevant choice or the basis of its figures changes. The next run aborts the current one,
 * whose results stay until replaced. `rerun` runs it again, for example after an error.
 */
export function useReportRun(
  report: Report,
  { subject, measure, filters, peers, minimums, parameters, page, period, opened }: RunRequest,
): RunState & { rerun: () => void } {
  const source = useReportSource();
  const [state, dispatch] = useReducer(runReducer, IDLE);
  const [attempt, setAttempt] = useState(0);
  const former = useRef<{ request: RunRequest; basis: string } | null>(null);
  const order = JSON.stringify([
    { subject, measure, filters, peers, minimums, parameters, page, period, opened },
    attempt,
  ]);

  useEffect(() => {
    const [request] = JSON.parse(order) as [RunRequest, number];
    const { basis } = report;
    const controller = new AbortController();
    const { signal } = controller;
    const shown = tilesOn(report, request.page);
    dispatch({
      type: 'start',
      tiles: shown.map(({ id }) => id),
      affected: affectedTiles(report, former.current?.basis === basis ? former.current.request : null, request),
    });
    former.current = { request: request, basis };
    const run = async () => {
      let finished = false;
      const onLine = async (event: ReportEvent) => {
        if (signal.aborted) return;
        if (event.type === 'done') finished = true;
        dispatch({ type: 'event', event });
        // Many tiles that arrive at once are drawn one by one.
        await nextTask();
      };
      try {
        await source.run(report, request, signal, onLine);
        if (!finished) throw new ApiError(0, 'OFFLINE', 'The answer broke off.');
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'break', error });
      }
    };
    void run();
    return () => controller.abort();
  }, [report, order, source]);

  const rerun = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, rerun: rerun };
}
