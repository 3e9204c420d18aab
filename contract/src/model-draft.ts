import { z } from 'zod';
import { catalogDataset } from './catalog.ts';
import { modelChange } from './model-versions.ts';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { semanticQuery } from './query/query.ts';
import { queryResult } from './query/result.ts';
import { viewAs } from './query/view-as.ts';
import { figureFormat } from './values/measure-format.ts';
import { localizedText } from './values/text.ts';
import { basisNumber, versionNumber } from './values/version-number.ts';

/** The text that a tenant's administrators edit before they publish it; it may be invalid. */
export const modelDraft = z.object({
  document: z.string(),
  /** Counts the saves, from 1. */
  revision: z.int().positive(),
  /** The model version that the text was derived from; null: there was none. */
  basedOn: z.int().positive().nullable(),
  /** Email address of the person who saved last. */
  author: z.string().nullable(),
  updatedAt: z.iso.datetime(),
});
export type ModelDraft = z.infer<typeof modelDraft>;

/** An error of a model and its place in the text; null where it concerns all of it, or another document. */
export const modelIssue = z.object({
  line: z.int().positive().nullable(),
  column: z.int().positive().nullable(),
  /** Path in the document, such as `datasets.0.measures.2.expression`. */
  path: z.string(),
  message: z.string(),
});
export type ModelIssueDetail = z.infer<typeof modelIssue>;

/** A text's errors, and where it has none, what it defines and how it differs from the active model. */
export const draftCheck = z.object({
  issues: z.array(modelIssue),
  datasets: z.array(catalogDataset),
  changes: z.array(modelChange),
});
export type DraftCheck = z.infer<typeof draftCheck>;

const figure = z.union([z.string(), z.number()]).nullable();

/** The value of a measure in the active model and in the draft, over the same data. */
export const movedFigure = z.object({
  dataset: z.string(),
  measure: z.string(),
  title: localizedText,
  format: figureFormat,
  /** Null where the measure does not exist there, or has no value. */
  before: figure,
  after: figure,
  /** The same in the latest month that has data; null for datasets without dates. */
  latest: z.object({ period: z.string(), before: figure, after: figure }).nullable(),
});
export type MovedFigure = z.infer<typeof movedFigure>;

/** A table of the warehouse. */
export const modelTable = z.object({
  name: z.string(),
  /** Null where the warehouse does not count them. */
  rows: z.int().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** Datasets of the active model that read it. */
  usedBy: z.array(z.string()),
});
export type ModelTable = z.infer<typeof modelTable>;

/** A member of a model's text, as an answer adds it. `mappings` belong to the model, the other lists to the dataset. */
const answerMember = z.object({
  list: z.enum(['dimensions', 'measures', 'hierarchies', 'mappings']),
  member: z.looseObject({ name: z.string() }),
});

export const QUESTION_KINDS = [
  'running_balance',
  'snapshot',
  'rate',
  'number',
  'date_number',
  'sentinel',
  'direction',
  'hierarchy',
  'codes',
] as const;

/** What the data leaves open about a column, with what was measured and the possible answers. */
export const modelQuestion = z.object({
  /** Unique in its dataset. */
  id: z.string(),
  kind: z.enum(QUESTION_KINDS),
  dataset: z.string(),
  table: z.string(),
  column: z.string(),
  /** Measured in the tenant's rows; shares are fractions. */
  evidence: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())])),
  /** An answer replaces the members of the others. */
  answers: z.array(z.object({ id: z.string(), members: z.array(answerMember) })).min(2),
  recommended: z.string(),
});
export type ModelQuestion = z.infer<typeof modelQuestion>;

/** Datasets for tables, as text; columns in question are in no list until their question is answered. */
export const generatedDatasets = z.object({
  /** YAML of a complete model with these datasets. */
  document: z.string(),
  datasets: z.array(z.string()),
  questions: z.array(modelQuestion),
  /** Tables that no dataset can be written for. */
  skipped: z.array(z.object({ table: z.string(), reason: z.enum(['empty', 'name', 'missing']) })),
});
export type GeneratedDatasets = z.infer<typeof generatedDatasets>;

/** YAML, which may be invalid or empty. */
const text = z.string().max(DOCUMENT_BYTES);
const invalidable = ['MODEL_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'] as const;

export const modelDraftRoutes = {
  'GET /api/v1/model/draft': defineRoute({
    summary: 'Read the draft of the tenant’s model; null where there is none',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.draft.read', when: 'denied' },
    input: {},
    output: z.object({ draft: modelDraft.nullable() }),
    errors: [],
  }),
  'PUT /api/v1/model/draft': defineRoute({
    summary: 'Save the draft of the tenant’s model, valid or not',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.draft.save', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: {
      body: z.strictObject({
        document: text,
        /** The revision that was edited, 0 for the first one: CONFLICT where someone saved another meanwhile. */
        revision: basisNumber,
        basedOn: versionNumber.nullable(),
      }),
    },
    output: z.object({ draft: modelDraft }),
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/model/draft/discard': defineRoute({
    summary: 'Delete the draft of the tenant’s model',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.draft.discard', when: 'always' },
    input: { body: z.strictObject({ revision: basisNumber }) },
    output: z.object({ draft: modelDraft.nullable() }),
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/model/draft/check': defineRoute({
    summary: 'Check a model text as publishing would, and compare it with the active model',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.draft.check', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: z.strictObject({ document: text }) },
    output: draftCheck,
    errors: ['BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/model/draft/impact': defineRoute({
    summary: 'Compute the figures that a model text changes, before and after, on the current data',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.draft.impact', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: z.strictObject({ document: text }) },
    output: z.object({
      figures: z.array(movedFigure),
      /** Measures that were computed; more may have changed than are computed at once. */
      computed: z.int(),
      changed: z.int(),
    }),
    errors: invalidable,
  }),
  'POST /api/v1/model/draft/query': defineRoute({
    summary: 'Query the tenant’s data through a model text that is not published',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.draft.query', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: z.strictObject({ document: text, query: semanticQuery, viewAs: viewAs.optional() }) },
    output: queryResult,
    errors: [...invalidable, 'QUERY_INVALID', 'QUERY_TIMEOUT'],
  }),
  'GET /api/v1/model/tables': defineRoute({
    summary: 'List the tables of the tenant’s warehouse and the datasets that read them',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.tables', when: 'denied' },
    input: {},
    output: z.object({ tables: z.array(modelTable) }),
    errors: ['BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/model/profile': defineRoute({
    summary: 'Read a table’s statistics, which `generate` needs of all tables, ahead of it',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.profile', when: 'denied' },
    input: { body: z.strictObject({ table: z.string().min(1).max(200) }) },
    /** Whether `generate` finds them then; false for external warehouses, whose rows change at any time. */
    output: z.object({ remembered: z.boolean() }),
    errors: ['BUSY', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT'],
  }),
  'POST /api/v1/model/generate': defineRoute({
    summary: 'Write datasets for tables from what is in them, with the questions that the data leaves open',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.generate', when: 'denied' },
    input: { body: z.strictObject({ tables: z.array(z.string().min(1).max(200)).min(1).max(20) }) },
    output: generatedDatasets,
    errors: ['BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
