import type { DraftEvent, Report, ReportDocument } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { client } from '../../../../client/client.ts';
import { nextTask } from '../../next-task.ts';
import { IDLE, runReducer, tilesOn } from '../../report-run.ts';
import type { ReportChoices } from '../../report.state.ts';
import { type PendingChange, tilesToRun } from './pending.rules.ts';

interface DraftRun {
  report: Report;
  /** With the changes that are on their way. */
  document: ReportDocument;
  pending: readonly PendingChange[];
  page: string;
  choices: ReportChoices;
}

interface Former {
  readonly order: string;
  readonly document: ReportDocument;
}

/**
 * Runs the tiles of a page whose figures a change of the draft, or of the selections, has moved. A change that is on its
 * way goes along, so that its figures do not wait until it is stored. `fields` are those of the latest run.
 */
export function useDraftRun({ report, document, pending, page, choices }: DraftRun) {
  const [state, dispatch] = useReducer(runReducer, IDLE);
  const [fields, setFields] = useState<Report['fields'] | null>(null);
  const [attempt, setAttempt] = useState(0);
  const former = useRef<Former | null>(null);
  const waiting = useRef<ReadonlySet<string>>(new Set());
  const running = useRef<AbortController | null>(null);
  const changes = useRef(pending);
  useLayoutEffect(() => {
    changes.current = pending;
  }, [pending]);
  const { subject, measure, filters, peers, minimums, parameters, period } = choices;
  const order = JSON.stringify([
    { subject, measure, filters, peers, minimums, parameters, period, page },
    report.basis,
    attempt,
  ]);

  useEffect(() => {
    const [request] = JSON.parse(order) as [ReportChoices];
    const before = former.current?.order === order ? former.current.document : null;
    former.current = { order, document };
    const shown = tilesOn({ document } as Report, page).map(({ id }) => id);
    const moved = new Set(tilesToRun(before, document));
    const tiles = shown.filter((id) => moved.has(id) || waiting.current.has(id));
    // What is stored as it was shown, or changes no figure, leaves a run as it is. One that broke off is run again.
    const isCovered = running.current ? !tiles.some((id) => moved.has(id)) : tiles.length === 0;
    if (before !== null && isCovered) return;
    running.current?.abort();
    running.current = null;
    waiting.current = new Set(tiles);
    dispatch({ type: 'start', tiles: shown, affected: new Set(tiles), waiting: new Set(tiles) });
    if (tiles.length === 0) {
      dispatch({ type: 'event', event: { type: 'done', elapsedMs: 0 } });
      return;
    }
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    const run = async () => {
      let isDone = false;
      try {
        await client.stream(
          'POST /api/v1/reports/:id/draft/run',
          { params: { id: report.id }, body: { state: request, tiles, changes: changes.current as never }, signal },
          async (event: DraftEvent) => {
            if (signal.aborted) return;
            if (event.type === 'fields') return setFields(event.fields);
            if (event.type === 'done') isDone = true;
            if ('tile' in event) waiting.current = new Set([...waiting.current].filter((id) => id !== event.tile));
            dispatch({ type: 'event', event });
            await nextTask();
          },
        );
        if (!isDone) throw new ApiError(0, 'OFFLINE', 'The answer broke off.');
      } catch (error) {
        if (!signal.aborted) dispatch({ type: 'break', error });
      } finally {
        if (running.current === controller) running.current = null;
      }
    };
    void run();
  }, [report.id, page, order, document]);

  useEffect(
    () => () => {
      running.current?.abort();
      running.current = null;
      former.current = null;
    },
    [],
  );

  const rerun = useCallback(() => setAttempt((count) => count + 1), []);
  return { ...state, fields, rerun };
}
