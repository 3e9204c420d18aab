import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { report, reportEvent, reportState } from './report.ts';
import { partId } from './report-tiles.ts';

const byId = z.strictObject({ id: z.uuid() });
/** Where one may not change a report, the answer is NOT_FOUND. */
const edits = { permission: 'report.write', tenant: 'tenant', input: { params: byId } } as const;

/** A draft as its readers will see it. */
export const reportPreviewRoutes = {
  'GET /api/v1/reports/:id/draft/report': defineRoute({
    ...edits,
    summary: 'Read the draft of a report with the definitions it uses',
    audit: { action: 'report.draft.preview', when: 'denied' },
    output: report,
    errors: [],
  }),
  'POST /api/v1/reports/:id/draft/run': defineRoute({
    ...edits,
    summary: 'Run tiles of a draft; each is streamed as soon as it finishes',
    readOnly: true,
    audit: { action: 'report.draft.run', when: 'denied' },
    input: {
      params: byId,
      body: z.strictObject({
        state: reportState,
        /** All of the page if omitted. */ tiles: z.array(partId).max(60).optional(),
      }),
    },
    output: reportEvent,
    stream: 'ndjson',
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
