import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { versionNumber, versionParameter } from './values/version-number.ts';

/**
 * Origin of a version: shipped with a sample, the command line, a person over the API, restoring an older version, or a
 * newer version of the template it extends.
 */
export const MODEL_ORIGINS = ['sample', 'command', 'person', 'restored', 'template'] as const;
export type ModelOrigin = (typeof MODEL_ORIGINS)[number];

/** The author's description of the change. */
const why = z.string().trim().max(1000);
/** The template that a version extends, and its version. */
const extended = z.object({ name: z.string(), version: z.int().positive() });

/** An immutable version of a tenant's model; the one with the highest number is active. */
export const modelVersion = z.object({
  version: z.int().positive(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Email address, or the operating system account that ran the command; null: the server. */
  author: z.string().nullable(),
  origin: z.enum(MODEL_ORIGINS),
  message: z.string(),
  template: extended.nullable(),
});
export type ModelVersion = z.infer<typeof modelVersion>;

/** A version with its source text; comments and order are preserved. */
export const modelDocument = modelVersion.extend({ document: z.string() });
export type ModelDocument = z.infer<typeof modelDocument>;

/** One changed model member. `before` and `after` hold what differs, or the complete member where it was added or removed. */
export const modelChange = z.object({
  change: z.enum(['added', 'changed', 'removed']),
  kind: z.enum([
    'model',
    'parameter',
    'mapping',
    'dataset',
    'combined',
    'dimension',
    'hierarchy',
    'measure',
    'rule',
    'mask',
    'rollup',
    'test',
  ]),
  /** Its dataset; null for the model itself, parameters, mappings, shared dimensions and tests. */
  dataset: z.string().nullable(),
  name: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type ModelChange = z.infer<typeof modelChange>;

/** A tenant's model compared with the template it extends. */
export const modelInheritance = z.object({
  template: extended.extend({
    /** The template's newest version; higher than `version` where the tenant's document is incompatible with it. */
    newest: z.int().positive(),
  }),
  /** The tenant's changes to the template. */
  here: z.array(modelChange),
  /** Changes in newer template versions that the tenant does not have yet. */
  there: z.array(modelChange),
  /** Why the tenant does not have the newest version; empty where it does. */
  problems: z.array(z.string()),
});
export type ModelInheritance = z.infer<typeof modelInheritance>;

/** A measure in which each row of a joined table counts once, however many rows of the dataset share it. */
const countedOnce = z.object({ dataset: z.string(), measure: z.string(), table: z.string() });
export type CountedOnce = z.infer<typeof countedOnce>;

const put = z.object({
  version: modelVersion,
  /** False: it was already active and nothing was written. */
  changed: z.boolean(),
  /** For the author to confirm. */
  countedOnce: z.array(countedOnce),
});
export type PutModel = z.infer<typeof put>;

export const modelVersionRoutes = {
  'GET /api/v1/model/versions': defineRoute({
    summary: 'List the versions of the tenant’s model, newest first',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.list', when: 'denied' },
    input: {},
    output: z.object({ versions: z.array(modelVersion) }),
    errors: [],
  }),
  'GET /api/v1/model': defineRoute({
    summary: 'Read the source of a version of the tenant’s model; by default of the active one',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.read', when: 'denied' },
    input: { query: z.object({ version: versionParameter.optional() }) },
    output: modelDocument,
    errors: [],
  }),
  'PUT /api/v1/model': defineRoute({
    summary: 'Activate a new version of the tenant’s model, if it fits the warehouse and breaks no report',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.put', when: 'always' },
    bodyBytes: DOCUMENT_BYTES,
    input: {
      body: z.strictObject({
        /** YAML. */
        document: z.string().min(1),
        message: why.default(''),
        /** The version the author edited: CONFLICT where a newer one is active. */
        basedOn: versionNumber.optional(),
      }),
    },
    output: put,
    errors: ['MODEL_INVALID', 'CONFLICT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/model/restore': defineRoute({
    summary: 'Restore an older version as a new version',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.restore', when: 'always' },
    input: { body: z.strictObject({ version: versionNumber, message: why.default('') }) },
    output: put,
    errors: ['MODEL_INVALID', 'CONFLICT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'GET /api/v1/model/changes': defineRoute({
    summary: 'Compare two versions of the tenant’s model',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.compare', when: 'denied' },
    input: { query: z.object({ from: versionParameter, to: versionParameter }) },
    output: z.object({ changes: z.array(modelChange) }),
    errors: [],
  }),
  'GET /api/v1/model/inheritance': defineRoute({
    summary: 'Compare the tenant’s model with its template; null where it extends none',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.inherit', when: 'denied' },
    input: {},
    output: z.object({ inheritance: modelInheritance.nullable() }),
    errors: [],
  }),
} as const;
