import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { reportDraft } from './report-drafts.ts';
import { localizedText } from './values/text.ts';
import { basisNumber, versionNumber } from './values/version-number.ts';

/** What one side did to a part. `arranged`: its parts are in another order; `moved`: it is in another row or page. */
const partChange = z.enum(['added', 'removed', 'changed', 'moved', 'arranged']);

/** A change of the original since the version that the copy is based on, which the copy does not have yet. */
const originChange = z.object({
  /** Identifies it within the update, such as 'tiles/sales'. */
  id: z.string(),
  part: z.enum(['report', 'page', 'row', 'tile']),
  kind: partChange,
  /** Of the page or tile; null for the report, a row, and a tile without one. */
  title: localizedText.nullable(),
  /** Title of the page that the row or tile is on; null where there is only one. */
  page: localizedText.nullable(),
  /** Those that differ, where the part was changed. */
  properties: z.array(z.string()),
  /** What the copy did to the same part; null: nothing, so that the change can be merged without a decision. */
  conflict: partChange.nullable(),
});
export type OriginChange = z.infer<typeof originChange>;

export const originUpdate = z.object({
  origin: z.object({ id: z.uuid(), title: localizedText }),
  /** Version of the original whose changes the copy has. */
  base: versionNumber,
  /** Its published one. */
  version: versionNumber,
  publishedAt: z.iso.datetime(),
  note: z.string(),
  /** Editors do not want to be shown this version. */
  isDismissed: z.boolean(),
  /** Of the copy's draft; 0 without one. */
  revision: basisNumber,
  changes: z.array(originChange).min(1),
});
export type OriginUpdate = z.infer<typeof originUpdate>;

const byId = z.strictObject({ id: z.uuid() });

/** Where one may not change the copy, the answer is NOT_FOUND. */
const edits = { permission: 'report.write', tenant: 'tenant' } as const;

export const reportOriginRoutes = {
  'GET /api/v1/reports/:id/origin': defineRoute({
    ...edits,
    summary:
      'Read what the report that this is a copy of has changed since; null where nothing, or the caller may not open it',
    audit: { action: 'report.origin.read', when: 'denied' },
    input: { params: byId },
    output: z.object({ update: originUpdate.nullable() }),
    errors: [],
  }),
  'POST /api/v1/reports/:id/origin/merge': defineRoute({
    ...edits,
    summary: 'Put the changes of the original into the draft as one change that can be undone',
    audit: { action: 'report.origin.merge', when: 'always' },
    input: {
      params: byId,
      body: z.strictObject({
        /** The original’s, as read. */
        version: versionNumber,
        /** The draft's revision. */
        basedOn: basisNumber,
        /** Ids of conflicts in which the original's change replaces that of the copy. */
        theirs: z.array(z.string().max(200)).max(500),
      }),
    },
    output: reportDraft,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/reports/:id/origin/dismiss': defineRoute({
    ...edits,
    summary: 'Stop announcing a version of the original to the copy’s editors; the next one is announced again',
    audit: { action: 'report.origin.dismiss', when: 'always' },
    input: { params: byId, body: z.strictObject({ /** The original’s, as read. */ version: versionNumber }) },
    output: z.object({}),
    errors: ['CONFLICT'],
  }),
} as const;
