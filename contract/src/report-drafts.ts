import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { reportDocument, reportPage, reportRow } from './report-document.ts';
import { partId, tile } from './report-tiles.ts';
import { reportSummary, reportTexts } from './report.ts';
import { fieldName } from './values/field-name.ts';
import { DOCUMENT_PROPERTIES } from './values/report-operations.ts';
import { localizedText } from './values/text.ts';
import { basisNumber, versionNumber, versionParameter } from './values/version-number.ts';

/** Of a part that has to be in the document; any other stands for the end. */
const before = partId.nullable();

const tilePlace = z.union([
  z.strictObject({ page: partId, row: partId, before }),
  z.strictObject({
    page: partId,
    newRow: z.strictObject({ id: partId, height: reportRow.shape.height }),
    before,
    beforeTile: before.optional(),
  }),
]);

const operationPath = z.union([
  z.tuple([z.enum(DOCUMENT_PROPERTIES)]),
  z.tuple([z.literal('pages'), partId, z.enum(['title', 'filter'])]),
  z.tuple([z.literal('rows'), partId, z.literal('height')]),
  z.tuple([z.literal('tiles'), partId, z.string().regex(/^[a-z][a-zA-Z]{0,40}$/)]),
]);

/** What each one does: `values/report-operations.ts`. A value is checked with the document that it leads to. */
export const reportOperation = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('set'), at: operationPath, value: z.unknown() }),
  z.strictObject({ type: z.literal('replace-tile'), tile }),
  z.strictObject({ type: z.literal('insert-tile'), tile, to: tilePlace }),
  z.strictObject({ type: z.literal('move-tile'), tile: partId, to: tilePlace }),
  z.strictObject({ type: z.literal('remove-tile'), tile: partId }),
  z.strictObject({ type: z.literal('insert-page'), page: reportPage, before }),
  z.strictObject({ type: z.literal('move-page'), page: partId, before }),
  z.strictObject({ type: z.literal('remove-page'), page: partId }),
]);

/** One step of an editor, which is undone as a whole. Sent again under the same id, it counts once. */
export const reportChange = z.strictObject({
  id: z.uuid(),
  operations: z.array(reportOperation).min(1).max(50),
});
export type ReportChange = z.infer<typeof reportChange>;

/** The document that everybody who may edit the report works on. */
export const reportDraft = z.object({
  document: reportDocument,
  /** Increases with each change of the draft, over all drafts of the report; 0: there is none, and this is the published document. */
  revision: basisNumber,
  /** The published version; null: none yet. */
  published: versionNumber.nullable(),
  /** Whether it differs from the published version. */
  hasChanges: z.boolean(),
  /** Who changed it last, each person once; at most five. */
  editors: z.array(
    z.object({
      /** Email address at the time of the change. */
      author: z.string().nullable(),
      isOwn: z.boolean(),
      at: z.iso.datetime(),
    }),
  ),
  can: z.object({
    /** The caller's own last change. */
    undo: z.boolean(),
    /** What the caller has undone since their last change. */
    redo: z.boolean(),
    publish: z.boolean(),
    discard: z.boolean(),
  }),
});
export type ReportDraft = z.infer<typeof reportDraft>;

const partName = z.object({ id: z.string(), title: localizedText.nullable() });
const partDifference = z.object({
  added: z.array(partName),
  removed: z.array(partName),
  changed: z.array(partName.extend({ properties: z.array(z.string()) })),
  moved: z.array(partName),
});
const reportDifference = z.object({
  properties: z.array(z.string()),
  pages: partDifference,
  tiles: partDifference,
  rows: z.array(z.string()),
});

export const reportVersion = z.object({
  number: versionNumber,
  publishedAt: z.iso.datetime(),
  /** Email address when it was published; null for the server itself, such as for templates. */
  author: z.string().nullable(),
  note: z.string(),
  /** Against the version before; null for the first one. */
  changes: reportDifference.nullable(),
});
export type ReportVersion = z.infer<typeof reportVersion>;

const byId = z.strictObject({ id: z.uuid() });
const byNumber = z.strictObject({ id: z.uuid(), number: versionParameter });
const nothing = z.strictObject({});

/** Where one may not change a report, the answer is NOT_FOUND. */
const edits = { permission: 'report.write', tenant: 'tenant' } as const;

export const reportDraftRoutes = {
  'POST /api/v1/reports': defineRoute({
    ...edits,
    summary: 'Create a report with one empty page, which only those who may edit it find until it is published',
    audit: { action: 'report.create', when: 'always' },
    input: {
      body: z.strictObject({
        /** One where the caller may put reports. */
        workspace: z.uuid(),
        title: reportTexts.title,
        /** The title if omitted. */
        purpose: reportTexts.purpose.optional(),
        /** The first one of the model if omitted. */
        dataset: fieldName.optional(),
      }),
    },
    output: reportSummary,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/reports/:id/draft': defineRoute({
    ...edits,
    summary: 'Read the draft of a report; the published document where there is none',
    audit: { action: 'report.draft.read', when: 'denied' },
    input: { params: byId },
    output: reportDraft,
    errors: [],
  }),
  'POST /api/v1/reports/:id/draft/changes': defineRoute({
    ...edits,
    summary: 'Change the draft of a report by operations: all of them, or none where one does not fit',
    audit: { action: 'report.draft.change', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { params: byId, body: z.strictObject({ change: reportChange }) },
    output: reportDraft,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/reports/:id/draft/undo': defineRoute({
    ...edits,
    summary: 'Undo the caller’s last change of a draft; one that others have built on is left as it is',
    audit: { action: 'report.draft.undo', when: 'denied' },
    input: { params: byId, body: nothing },
    output: reportDraft,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/reports/:id/draft/redo': defineRoute({
    ...edits,
    summary: 'Redo what the caller has undone last',
    audit: { action: 'report.draft.redo', when: 'denied' },
    input: { params: byId, body: nothing },
    output: reportDraft,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/reports/:id/draft/discard': defineRoute({
    ...edits,
    summary: 'Discard the draft of a report: all changes since it was published',
    audit: { action: 'report.draft.discard', when: 'always' },
    input: { params: byId, body: z.strictObject({ /** The draft's revision. */ basedOn: basisNumber }) },
    output: reportDraft,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/reports/:id/publish': defineRoute({
    ...edits,
    summary: 'Publish the draft of a report as its next version',
    audit: { action: 'report.publish', when: 'always' },
    input: {
      params: byId,
      body: z.strictObject({
        /** The draft's revision. */
        basedOn: basisNumber,
        note: z.string().trim().max(500, 'Use at most 500 characters.'),
      }),
    },
    output: reportSummary,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/reports/:id/versions': defineRoute({
    ...edits,
    summary: 'List the versions of a report, the latest first, each with what it changed',
    audit: { action: 'report.versions', when: 'denied' },
    input: { params: byId },
    output: z.object({ versions: z.array(reportVersion) }),
    errors: [],
  }),
  'GET /api/v1/reports/:id/versions/:number': defineRoute({
    ...edits,
    summary: 'Read the document of a version',
    audit: { action: 'report.versions.read', when: 'denied' },
    input: { params: byNumber },
    output: z.object({ number: versionNumber, document: reportDocument }),
    errors: [],
  }),
  'POST /api/v1/reports/:id/versions/:number/restore': defineRoute({
    ...edits,
    summary: 'Put the document of a version into the draft, as a change that can be undone',
    audit: { action: 'report.versions.restore', when: 'always' },
    input: { params: byNumber, body: nothing },
    output: reportDraft,
    errors: ['CONFLICT'],
  }),
} as const;
