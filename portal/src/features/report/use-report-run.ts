import type { Report, ReportEvent } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { client } from '../../client/client.ts';
import { affectedTiles, IDLE, runReducer, type RunState } from './report-run.ts';
import type { ReportChoices } from './report.state.ts';

type Asked = Pick<ReportChoices, 'subject' | 'measure' | 'filters'>;

/**
 * Runs the report whenever a choice that matters changes, and what its figures stand on. A run under way is given up for the next one, and what it
 * already showed stays until replaced. `again` runs it once more, as after a failure.
 */
export function useReportRun(report: Report, { subject, measure, filters }: Asked): RunState & { again: () => void } {
  const [state, dispatch] = useReducer(runReducer, IDLE);
  const [attempt, setAttempt] = useState(0);
  const former = useRef<{ asked: Asked; basis: string } | null>(null);
  const order = JSON.stringify([{ subject, measure, filters }, attempt]);

  useEffect(() => {
    const [asked] = JSON.parse(order) as [Asked, number];
    const { basis } = report;
    const controller = new AbortController();
    const { signal } = controller;
    dispatch({
      type: 'start',
      tiles: report.document.tiles.map(({ id }) => id),
      affected: affectedTiles(report, former.current?.basis === basis ? former.current.asked : null, asked),
    });
    former.current = { asked, basis };
    const run = async () => {
      let finished = false;
      const onLine = (event: ReportEvent) => {
        if (signal.aborted) return;
        if (event.type === 'done') finished = true;
        dispatch({ type: 'event', event });
      };
      try {
        await client.stream('POST /api/v1/reports/:id/run', { params: { id: report.id }, body: asked, signal }, onLine);
        if (!finished) throw new ApiError(0, 'OFFLINE', 'The answer broke off.');
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'break', error });
      }
    };
    void run();
    return () => controller.abort();
  }, [report, order]);

  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, again };
}
