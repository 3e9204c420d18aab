import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { errorBody } from './protocol/errors.ts';
import { fieldName } from './values/field-name.ts';
import { queryResult } from './query/result.ts';
import { period } from './query/filter.ts';
import { dimensionRequest, semanticQuery } from './query/query.ts';
import { viewAs } from './query/view-as.ts';
import { reportDocument } from './report-document.ts';
import { partId } from './report-tiles.ts';
import { localizedText } from './values/text.ts';
import { basisNumber, versionNumber } from './values/version-number.ts';
import { visibleLine } from './values/visible-text.ts';

/** The reader's choices, stored in the page's URL. */
export const reportState = z.strictObject({
  subject: z.string().max(100).optional(),
  measure: fieldName.optional(),
  /** Values of the document's peers and filters. */
  filters: z.record(fieldName, z.array(z.string().max(200)).max(200)).default({}),
  /** All members are peers, instead of the document's default; rejected beside a filter on one of its `peers`. */
  peers: z.literal('all').optional(),
  /** In place of the document's default range of days; open at both ends for all. */
  period: period.optional(),
  /** Of the document's parameters; the others have their defaults. */
  parameters: z.record(fieldName, z.number()).optional(),
  /** The page that is shown: tiles of the others do not run. All without it. */
  page: partId.optional(),
  /** Buckets that rankings start from, by tile. */
  minimums: z.record(partId, z.string().max(200)).optional(),
  /** Members that are open in charts and tables, from the outermost, by tile: it shows the level below the last one. */
  opened: z
    .record(
      partId,
      z
        .array(z.strictObject({ value: z.string().min(1).max(200), to: z.string().min(1).max(90) }))
        .min(1)
        .max(10),
    )
    .optional(),
});
export type ReportState = z.infer<typeof reportState>;

/** Why a verification no longer holds: another version, or what the tenant's figures are defined by has changed. */
export const VERIFICATION_ENDS = ['published', 'model', 'parameters', 'mappings', 'settings'] as const;

const verified = z.object({
  /** Email address at the time; null for the server itself. */
  by: z.string().nullable(),
  at: z.iso.datetime(),
});

export const reportSummary = z.object({
  id: z.uuid(),
  /** Its name in files and in other reports: the same for good. */
  key: z.string(),
  title: localizedText,
  purpose: localizedText,
  dataset: z.string(),
  /** Where it is. */
  workspace: z.uuid(),
  updatedAt: z.iso.datetime(),
  /** True where the report belongs to the tenant's template content. */
  template: z.boolean(),
  /** Counts the changes. */
  revision: versionNumber,
  /** The published one; 0: none yet, and only those who may edit the report find it. */
  version: basisNumber,
  /** Whether there are changes that are not published; false for those who may not edit it. */
  hasDraft: z.boolean(),
  archivedAt: z.iso.datetime().nullable(),
  /** Whether the caller marked it as one. */
  favorite: z.boolean(),
  /** Who marked the published version as verified; null: nobody, or the mark was withdrawn. */
  verified: verified.nullable(),
  /** What the caller may do with it. Where to it is moved or copied, its workspace decides. */
  can: z.object({
    edit: z.boolean(),
    move: z.boolean(),
    copy: z.boolean(),
    archive: z.boolean(),
    restore: z.boolean(),
    /** Mark the published version as verified, or take the mark away. */
    verify: z.boolean(),
    /** Show it outside of the portal, where the tenant allows that. */
    share: z.boolean(),
  }),
});
export type ReportSummary = z.infer<typeof reportSummary>;

export const report = reportSummary.extend({
  document: reportDocument,
  /** The latest verification, also one that was withdrawn. */
  verification: verified
    .extend({
      version: versionNumber,
      note: z.string(),
      /** What changed since; null: it holds. */
      withdrawn: z.enum(VERIFICATION_ENDS).nullable(),
    })
    .nullable(),
  /**
   * Definitions of every dimension and measure of the report's dataset in the document, so that a client needs no second
   * request; of other datasets those of the dimensions.
   */
  fields: z.object({
    dimensions: z.array(
      z.object({
        name: z.string(),
        /** Of tiles of another dataset than the report's. */
        dataset: z.string().optional(),
        title: localizedText,
        description: localizedText.nullable(),
        values: z.array(z.object({ value: z.union([z.string(), z.number()]), title: localizedText })).nullable(),
      }),
    ),
    measures: z.array(
      z.object({
        name: z.string(),
        title: localizedText,
        label: localizedText.nullable(),
        definition: localizedText,
        caveat: localizedText.nullable(),
        /** Whether it is computed from average balances; how, its results say in `meta.averages`. */
        averages: z.boolean(),
        better: z.enum(['higher', 'lower', 'neutral']),
        format: z.object({
          unit: z.enum(['currency', 'percent', 'count', 'number', 'date', 'time']),
          decimals: z.int(),
          truncate: z.boolean(),
          /** Of amounts whose currency the model names, ISO 4217; null where each row has its own. */
          currency: z.string().nullable().optional(),
        }),
        bands: z
          .array(
            z.object({
              name: z.string(),
              title: localizedText,
              from: z.number().nullable(),
              tone: z.enum(['positive', 'info', 'warning', 'negative']),
            }),
          )
          .nullable(),
        /** Members outside these values of the dimension have no class; null: all have one. */
        classifies: z
          .object({ dimension: z.string(), values: z.array(z.string()), otherwise: localizedText })
          .nullable(),
      }),
    ),
  }),
  /**
   * The levels that readers can open below the marks of charts and rows of tables, by tile: those of the author, of the
   * model's hierarchies, and shorter periods. Tiles without any are left out.
   */
  levels: z.record(
    z.string(),
    z.array(z.object({ title: localizedText.nullable(), levels: z.array(dimensionRequest) })),
  ),
  /**
   * The reports that tiles open with a member, of those that the reader may open: their titles, and what they can be
   * filtered by. `subject` is the dimension that identifies whom the report is about, `period` that of its days.
   */
  targets: z.array(
    z.object({
      id: z.uuid(),
      key: z.string(),
      title: localizedText,
      filters: z.array(z.string()),
      subject: z.string().nullable(),
      period: z.string().nullable(),
    }),
  ),
  /** The member shown by default. */
  defaultSubject: z.string().nullable(),
  /** The tenant's reporting currency, ISO 4217: of amounts whose currency the model does not name. */
  currency: z.string().length(3),
  dataVersion: z.int().nullable(),
  asOf: z.string().nullable(),
  loadedAt: z.iso.datetime().nullable(),
  /** Changes whenever the figures may: with data, model, parameters or mappings. */
  basis: z.string(),
});
export type Report = z.infer<typeof report>;

/** A tile's query and its result. "About this number" explains this query. */
export const answeredQuery = z.object({ query: semanticQuery, result: queryResult });

/** The peers of a run. */
const chosenPeers = z.object({
  /** The document's default, all members, or the reader's filters. */
  by: z.enum(['default', 'all', 'filters']),
  /** Values of the document's `peers`, as in a report state: the same filters choose the same peers. */
  filters: z.record(z.string(), z.array(z.string())),
  /** Parts of the default that were left out: `no-subject` and `no-value` of `like`, `not-met` of `where`. */
  omitted: z.array(z.object({ field: z.string(), reason: z.enum(['no-subject', 'no-value', 'not-met']) })),
});
export type ChosenPeers = z.infer<typeof chosenPeers>;

/** What the reader's choices, and the document where there are none, come to in a run. */
export const resolvedChoices = z.object({
  peers: chosenPeers,
  /** The bucket that a ranking starts from, by tile; none where a filter replaces it. */
  minimums: z.record(z.string(), z.string()),
  /** The subject's own values, as texts, of the dimensions that decide what the report shows of it. */
  own: z.record(z.string(), z.array(z.string())),
});
export type ResolvedChoices = z.infer<typeof resolvedChoices>;

/** One line of a report run. */
export const reportEvent = z.discriminatedUnion('type', [
  /** The first line. */
  z.object({ type: z.literal('choices'), ...resolvedChoices.shape }),
  /** A tile has finished. Slots by kind: kpis, classification {benchmark}; ranking {ranking, benchmark}; distribution {distribution, benchmark} or {boxes}; mix {subject, peers}; table {table}; rows {rows}, the first page; figures {figures} or {trend}; chart {chart}; text none. */
  z.object({ type: z.literal('tile'), tile: z.string(), results: z.record(z.string(), answeredQuery) }),
  z.object({ type: z.literal('tile-failed'), tile: z.string(), error: errorBody.shape.error }),
  z.object({ type: z.literal('done'), elapsedMs: z.number() }),
]);
export type ReportEvent = z.infer<typeof reportEvent>;

/** A person of the tenant, as the reader of a report. */
export const reportReader = z.object({
  account: z.uuid(),
  /** The email address where they have no name. */
  name: z.string(),
  /** False where the report, or its workspace, does not exist for them. */
  canOpen: z.boolean(),
});
export type ReportReader = z.infer<typeof reportReader>;

const byId = z.strictObject({ id: z.uuid() });

const shown = z.string().overwrite(visibleLine);
const title = z.strictObject({
  en: shown.min(1, 'Enter a title.').max(120, 'Use at most 120 characters.'),
  tr: shown.min(1).max(120, 'Use at most 120 characters.').optional(),
});
const purpose = z.strictObject({
  en: shown.min(1, 'Enter what the report is for.').max(500, 'Use at most 500 characters.'),
  tr: shown.min(1).max(500, 'Use at most 500 characters.').optional(),
});

/** As people enter them. */
export const reportTexts = { title, purpose };

/** Where one may not change a report, the answer is NOT_FOUND. */
const changes = { permission: 'report.write', tenant: 'tenant' } as const;
const toWorkspace = { /** One where the caller may put reports. */ workspace: z.uuid() };

export const reportRoutes = {
  'GET /api/v1/reports': defineRoute({
    summary: 'List the tenant’s reports',
    permission: 'report.read',
    tenant: 'tenant',
    audit: { action: 'report.list', when: 'denied' },
    input: {},
    output: z.object({ reports: z.array(reportSummary) }),
    errors: [],
  }),
  'GET /api/v1/reports/:id': defineRoute({
    summary: 'Read a report’s document with the definitions it uses',
    permission: 'report.read',
    tenant: 'tenant',
    audit: { action: 'report.read', when: 'denied' },
    input: { params: byId },
    output: report,
    errors: [],
  }),
  'POST /api/v1/reports/:id/run': defineRoute({
    summary: 'Run a report; each tile is streamed as soon as it finishes',
    permission: 'report.read',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'report.run', when: 'always' },
    input: { params: byId, body: reportState.extend({ viewAs: viewAs.optional() }) },
    output: reportEvent,
    stream: 'ndjson',
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'GET /api/v1/reports/:id/readers/:account': defineRoute({
    summary: 'Read who a person is whose view of a report is requested, and whether they can open it',
    permission: 'query.view-as',
    tenant: 'tenant',
    audit: { action: 'query.view-as', when: 'denied' },
    input: { params: byId.extend({ account: z.uuid() }) },
    output: reportReader,
    errors: [],
  }),
  'PATCH /api/v1/reports/:id': defineRoute({
    ...changes,
    summary: 'Change the texts by which a report is found',
    audit: { action: 'report.rename', when: 'always' },
    input: {
      params: byId,
      body: z.strictObject({ title, purpose, /** The revision that was changed. */ basedOn: versionNumber }),
    },
    output: reportSummary,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/reports/:id/move': defineRoute({
    ...changes,
    summary: 'Move a report to another workspace',
    audit: { action: 'report.move', when: 'always' },
    input: { params: byId, body: z.strictObject(toWorkspace) },
    output: reportSummary,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/reports/:id/copy': defineRoute({
    ...changes,
    summary: 'Copy a report to a workspace, under a title; later versions of the report can be merged into the copy',
    audit: { action: 'report.copy', when: 'always' },
    input: { params: byId, body: z.strictObject({ ...toWorkspace, title }) },
    output: reportSummary,
    errors: ['CONFLICT'],
  }),
  'PUT /api/v1/reports/:id/favorite': defineRoute({
    summary: 'Mark a report as a favorite of the caller, or take the mark away',
    permission: 'report.read',
    tenant: 'tenant',
    audit: { action: 'report.favorite', when: 'denied' },
    input: { params: byId, body: z.strictObject({ favorite: z.boolean() }) },
    output: z.object({ favorite: z.boolean() }),
    errors: ['CONFLICT'],
  }),
  'PUT /api/v1/reports/:id/verification': defineRoute({
    ...changes,
    summary: 'Mark the published version of a report as verified, until it or what its figures are defined by changes',
    audit: { action: 'report.verify', when: 'always' },
    input: {
      params: byId,
      body: z.strictObject({
        /** The version that was verified. */ version: versionNumber,
        note: z.string().trim().max(500, 'Use at most 500 characters.').default(''),
      }),
    },
    output: reportSummary,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/reports/:id/verification': defineRoute({
    ...changes,
    summary: 'Take the mark away that a report is verified',
    audit: { action: 'report.unverify', when: 'always' },
    input: { params: byId },
    output: reportSummary,
    errors: [],
  }),
  'POST /api/v1/reports/:id/archive': defineRoute({
    ...changes,
    summary: 'Archive a report: it is shown only to those who may restore it',
    audit: { action: 'report.archive', when: 'always' },
    input: { params: byId },
    output: reportSummary,
    errors: [],
  }),
  'POST /api/v1/reports/:id/restore': defineRoute({
    ...changes,
    summary: 'Restore an archived report',
    audit: { action: 'report.restore', when: 'always' },
    input: { params: byId },
    output: reportSummary,
    errors: ['CONFLICT'],
  }),
} as const;
