import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { reportState } from './report.ts';

export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

const state = reportState.prefault({});

/** A whole report as a file. */
export const reportExport = z.discriminatedUnion('format', [
  /** A workbook with a sheet for each tile, behind a cover sheet. */
  z.strictObject({ format: z.literal('xlsx'), state }),
  /** Pages to print, in the order of the report; its tiles are laid out for paper, and tables run over pages. */
  z.strictObject({ format: z.literal('pdf'), paper: z.enum(PAPERS).default('a4'), state }),
  /** Slides to present: a title, one or more for each tile, and the definitions of the measures. */
  z.strictObject({ format: z.literal('pptx'), state }),
]);
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
