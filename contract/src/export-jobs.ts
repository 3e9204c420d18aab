import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { reportExport } from './report-export.ts';
import { localizedText } from './values/text.ts';

/** Exports that a person has prepared at a time. */
export const MAX_RUNNING_EXPORTS = 3;

/** A report that the server writes as a file while its reader goes on. */
export const exportJob = z.object({
  id: z.uuid(),
  report: z.uuid(),
  /** Of the report, when the job began. */
  title: localizedText,
  format: z.enum(['xlsx', 'pdf', 'pptx']),
  status: z.enum(['running', 'ready', 'failed']),
  /** Of the file, as far as it is written. */
  bytes: z.int(),
  /** Name of the file; null until it is ready. */
  name: z.string().nullable(),
  /** Why it failed: an error's code and text; null otherwise. */
  failure: z.object({ code: z.string(), message: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
  /** When it is deleted. */
  expiresAt: z.iso.datetime(),
});
export type ExportJob = z.infer<typeof exportJob>;

/** The caller's own, newest first. */
const exportJobs = z.object({ exports: z.array(exportJob) });
export type ExportJobs = z.infer<typeof exportJobs>;

/** How long a download link is valid, in minutes, and never beyond the file. */
export const EXPORT_LINK_MINUTES = 15;

const exportLink = z.object({
  /** A person who has it can download the file until it expires. */
  url: z.url(),
  expiresAt: z.iso.datetime(),
});
export type ExportLink = z.infer<typeof exportLink>;

const byId = z.strictObject({ id: z.uuid() });
const own = { permission: 'report.read', tenant: 'tenant' } as const;

export const exportJobRoutes = {
  'POST /api/v1/reports/:id/exports': defineRoute({
    ...own,
    summary: 'Prepare an export of a report in the background; its reader is notified once the file is ready',
    audit: { action: 'report.export', when: 'always' },
    inReadOnly: true,
    input: { params: byId, body: reportExport },
    output: exportJob,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/exports': defineRoute({
    ...own,
    summary: 'List the exports that the caller has prepared',
    audit: { action: 'report.export.list', when: 'denied' },
    input: {},
    output: exportJobs,
    errors: [],
  }),
  'GET /api/v1/exports/:id/file': defineRoute({
    ...own,
    summary: 'Download a prepared export, until it expires',
    audit: { action: 'report.export.download', when: 'always' },
    input: { params: byId },
    /** A file in the format that was asked for, not JSON. */
    output: z.string(),
    stream: 'rows',
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/exports/:id/link': defineRoute({
    ...own,
    summary: 'Create a signed link that downloads a prepared export without signing in, for some minutes',
    audit: { action: 'report.export.link', when: 'always' },
    inReadOnly: true,
    input: { params: byId },
    output: exportLink,
    errors: ['CONFLICT'],
  }),
  /** The token is the right: it names one file and expires. What it opens is recorded in its tenant's audit trail. */
  'GET /api/v1/export-downloads/:token': defineRoute({
    summary: 'Download a prepared export by a signed link',
    permission: 'public',
    tenant: 'none',
    audit: { action: 'report.export.download', when: 'denied' },
    input: { params: z.strictObject({ token: z.string().max(200) }) },
    output: z.string(),
    stream: 'rows',
    limit: 'export-link',
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
  }),
  'DELETE /api/v1/exports/:id': defineRoute({
    ...own,
    summary: 'Delete a prepared export; one that is being prepared is cancelled',
    audit: { action: 'report.export.delete', when: 'always' },
    inReadOnly: true,
    input: { params: byId },
    output: exportJobs,
    errors: [],
  }),
} as const;
