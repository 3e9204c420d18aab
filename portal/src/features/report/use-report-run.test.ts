import type { Report } from '@rise/contract';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { scorecard } from './scorecard.fixture.ts';
import { useReportRun } from './use-report-run.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('runs again when the basis of the figures changes, and shows the previous ones as stale until then', async () => {
  const report = scorecard();
  const [first] = report.document.pages[0]!.rows[0]!.tiles;
  const runs: ReadableStreamDefaultController<Uint8Array>[] = [];
  vi.stubGlobal('fetch', async (_input: string, { signal }: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        runs.push(controller);
        signal!.addEventListener('abort', () => controller.error(signal!.reason));
      },
    });
    return new Response(body, { headers: { 'content-type': 'application/x-ndjson' } });
  });
  const answer = (run: number, rows: number) =>
    runs[run]!.enqueue(
      new TextEncoder().encode(
        `${JSON.stringify({ type: 'tile', tile: first!.id, results: { message: { query: {}, result: { columns: [], rows: [[rows]], meta: {} } } } })}\n`,
      ),
    );
  const { result, rerender } = renderHook((shown: Report) => useReportRun(shown, { filters: {} }), {
    initialProps: report,
  });
  const tile = () => {
    const run = result.current.tiles[first!.id]!;
    return 'results' in run ? [run.status, run.results.message!.result.rows[0]![0]] : [run.status];
  };
  await waitFor(() => expect(runs).toHaveLength(1));
  act(() => answer(0, 1));
  await waitFor(() => expect(tile()).toEqual(['ready', 1]));

  rerender({ ...report, basis: 'second' });
  await waitFor(() => expect(runs).toHaveLength(2));
  expect(tile()).toEqual(['stale', 1]);
  act(() => answer(1, 2));
  await waitFor(() => expect(tile()).toEqual(['ready', 2]));
});
