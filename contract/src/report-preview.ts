import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { reportChange } from './report-drafts.ts';
import { report, reportEvent, reportState } from './report.ts';
import { partId } from './report-tiles.ts';
import { MAX_CHANGES_ON_THE_WAY } from './values/report-operations.ts';

/** One line of the run of a draft: as of a report, after the fields that the draft uses. */
export const draftEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('fields'), fields: report.shape.fields }),
  ...reportEvent.options,
]);
export type DraftEvent = z.infer<typeof draftEvent>;

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
    bodyBytes: DOCUMENT_BYTES,
    input: {
      params: byId,
      body: z.strictObject({
        state: reportState,
        /** All of the page if omitted. */ tiles: z.array(partId).max(60).optional(),
        /** Changes on their way, in order: those that the draft does not have yet, and that fit, count for this run. */
        changes: z.array(reportChange).max(MAX_CHANGES_ON_THE_WAY).optional(),
      }),
    },
    output: draftEvent,
    stream: 'ndjson',
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
