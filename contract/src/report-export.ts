import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { reportState } from './report.ts';

/** Formats of a whole report. `xlsx`: a workbook with a sheet for each tile, behind a cover sheet. */
export const REPORT_FORMATS = ['xlsx'] as const;

export const reportExport = z.strictObject({ format: z.enum(REPORT_FORMATS), state: reportState.prefault({}) });
export type ReportExport = z.infer<typeof reportExport>;

export const reportExportRoutes = {
  'POST /api/v1/reports/:id/export': defineRoute({
    summary: 'Export a report with all rows of its tiles, with the rights of the reader; whole, or not at all',
    permission: 'report.read',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'report.export', when: 'always' },
    input: { params: z.strictObject({ id: z.uuid() }), body: reportExport },
    /** A file in the requested format, not JSON. */
    output: z.string(),
    stream: 'rows',
    errors: ['QUERY_INVALID', 'QUERY_TIMEOUT', 'BUSY', 'CONFLICT', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
