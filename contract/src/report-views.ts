import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { reportState } from './report.ts';
import { visibleLine } from './values/visible-text.ts';

const content = {
  name: z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(80, 'Use at most 80 characters.'),
  /** The selections that it stands for. */
  state: reportState,
  /** Everybody who may open the report finds it. */
  shared: z.boolean().default(false),
};
export const newReportView = z.strictObject(content);
export type NewReportView = z.infer<typeof newReportView>;

/** Selections of a report under a name. */
export const reportView = z.object({
  id: z.uuid(),
  ...content,
  shared: z.boolean(),
  /** Email address of its author when it was saved; null for the server itself. */
  author: z.string().nullable(),
  isOwn: z.boolean(),
  /** Whether the report opens with it for the caller. */
  isDefault: z.boolean(),
  can: z.object({ delete: z.boolean() }),
});
export type ReportView = z.infer<typeof reportView>;

const views = z.object({
  /** By name: the caller's own, and shared ones. */
  views: z.array(reportView),
  can: z.object({ /** Save views for everybody. */ share: z.boolean() }),
});
export type ReportViews = z.infer<typeof views>;

const byId = z.strictObject({ id: z.uuid() });
/** Everybody may have views of what they may open; for others the report is NOT_FOUND. */
const own = { permission: 'report.read', tenant: 'tenant' } as const;

export const reportViewRoutes = {
  'GET /api/v1/reports/:id/views': defineRoute({
    ...own,
    summary: 'List the views of a report that the caller finds',
    audit: { action: 'report-view.list', when: 'denied' },
    input: { params: byId },
    output: views,
    errors: [],
  }),
  'POST /api/v1/reports/:id/views': defineRoute({
    ...own,
    summary: 'Save selections of a report as a view, in place of the caller’s own of that name',
    audit: { action: 'report-view.save', when: 'always' },
    input: { params: byId, body: newReportView },
    output: views,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/reports/:id/views/:view': defineRoute({
    ...own,
    summary: 'Delete a view',
    audit: { action: 'report-view.delete', when: 'always' },
    input: { params: z.strictObject({ id: z.uuid(), view: z.uuid() }) },
    output: views,
    errors: [],
  }),
  'PUT /api/v1/reports/:id/default-view': defineRoute({
    ...own,
    summary: 'Choose the view that a report opens with for the caller; null for none',
    audit: { action: 'report-view.default', when: 'denied' },
    input: { params: byId, body: z.strictObject({ view: z.uuid().nullable() }) },
    output: views,
    errors: [],
  }),
} as const;
