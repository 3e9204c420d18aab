import type { QueryMeta } from '@rise/contract';
import { server } from './portal.fixture.tsx';

/** What the server says of a result; `part` differs from a plain one of the first data version. */
export const queryMeta = (part: Partial<QueryMeta> = {}): QueryMeta => ({
  dataVersion: 1,
  asOf: '2025-12-31',
  rowCount: 1,
  truncated: false,
  cache: 'miss',
  uncomputed: [],
  unavailable: [],
  averages: [],
  unmapped: [],
  periods: [],
  elapsedMs: 1,
  ...part,
});

/** A run of a report: its choices, then the lines of its tiles, then its end. */
export function runOf(tiles: readonly object[]): Response {
  const choices = { type: 'choices', peers: { by: 'all', filters: {}, omitted: [] }, minimums: {}, own: {} };
  const lines = [choices, ...tiles, { type: 'done', elapsedMs: 1 }];
  return new Response(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), {
    headers: { 'content-type': 'application/x-ndjson' },
  });
}

/** Has the server answer what an open report without views and comments requests, besides its run. */
export function answerReport(report: { id: string }): void {
  const path = `/api/v1/reports/${report.id}`;
  server.answers[`GET ${path}`] = () => Response.json(report);
  server.answers[`GET ${path}/views`] = () => Response.json({ views: [], can: { share: false } });
  server.answers[`GET ${path}/comments`] = () => Response.json({ threads: [] });
  server.answers['POST /api/v1/query'] = () => Response.json({ columns: [], rows: [], meta: queryMeta() });
}
