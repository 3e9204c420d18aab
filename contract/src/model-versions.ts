import { z } from 'zod';
import { defineRoute } from './define-route.ts';

/**
 * How a version came to be: with a sample, by the command line, by a person over the API, by putting an older one back,
 * or because the template that it extends has a newer version.
 */
export const MODEL_ORIGINS = ['sample', 'command', 'person', 'restored', 'template'] as const;
export type ModelOrigin = (typeof MODEL_ORIGINS)[number];

const versionNumber = z.coerce.number().int().positive().max(2_147_483_647);
/** Why a version was made, in its author's words. */
const why = z.string().trim().max(1000);
/** The template that a version extends, and which version of it. */
const extended = z.object({ name: z.string(), version: z.int().positive() });

/** A version of a tenant's model. It never changes; the one with the greatest number is in force. */
export const modelVersion = z.object({
  version: z.int().positive(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** An address of e-mail, or the name of the account at the machine where the command was given; null: the server. */
  author: z.string().nullable(),
  origin: z.enum(MODEL_ORIGINS),
  message: z.string(),
  template: extended.nullable(),
});
export type ModelVersion = z.infer<typeof modelVersion>;

/** A version with its text, comments and order as its author wrote them. */
export const modelDocument = modelVersion.extend({ document: z.string() });
export type ModelDocument = z.infer<typeof modelDocument>;

/** One member of a model that differs. `before` and `after` hold what differs; the whole where it was added or removed. */
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
  ]),
  /** The dataset that it belongs to; null for the model's own and parameters. */
  dataset: z.string().nullable(),
  name: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type ModelChange = z.infer<typeof modelChange>;

/** A tenant's model beside the template that it extends. */
export const modelInheritance = z.object({
  template: extended.extend({
    /** The template's newest version; a greater number than `version` where the tenant's document does not fit it. */
    newest: z.int().positive(),
  }),
  /** What the tenant's document changes of the template. */
  here: z.array(modelChange),
  /** What newer versions of the template change that the tenant has not got. */
  there: z.array(modelChange),
  /** Why the tenant does not have the newest; empty where it does. */
  problems: z.array(z.string()),
});
export type ModelInheritance = z.infer<typeof modelInheritance>;

const put = z.object({
  version: modelVersion,
  /** False: it was in force already, and nothing was written. */ changed: z.boolean(),
});
export type PutModel = z.infer<typeof put>;

export const modelVersionRoutes = {
  'GET /api/v1/model/versions': defineRoute({
    summary: 'List the versions of the tenant’s model, the newest first',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.list', when: 'denied' },
    input: {},
    output: z.object({ versions: z.array(modelVersion) }),
    errors: [],
  }),
  'GET /api/v1/model': defineRoute({
    summary: 'Read a version of the tenant’s model as it was written; the one in force where none is named',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.read', when: 'denied' },
    input: { query: z.object({ version: versionNumber.optional() }) },
    output: modelDocument,
    errors: [],
  }),
  'PUT /api/v1/model': defineRoute({
    summary: 'Put a new version of the tenant’s model in force, if it fits the warehouse and breaks no report',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.put', when: 'always' },
    input: {
      body: z.strictObject({
        /** YAML. */
        document: z.string().min(1),
        message: why.default(''),
        /** The version that the author had before them: CONFLICT where another one has come into force since. */
        basedOn: z.int().positive().optional(),
      }),
    },
    output: put,
    errors: ['MODEL_INVALID', 'CONFLICT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/model/restore': defineRoute({
    summary: 'Put the text of an older version in force again, as a new version',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.restore', when: 'always' },
    input: { body: z.strictObject({ version: z.int().positive(), message: why.default('') }) },
    output: put,
    errors: ['MODEL_INVALID', 'CONFLICT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'GET /api/v1/model/changes': defineRoute({
    summary: 'What differs between two versions of the tenant’s model',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.compare', when: 'denied' },
    input: { query: z.object({ from: versionNumber, to: versionNumber }) },
    output: z.object({ changes: z.array(modelChange) }),
    errors: [],
  }),
  'GET /api/v1/model/inheritance': defineRoute({
    summary: 'What the tenant’s model changes of its template, and the template since; null where it extends none',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model.inherit', when: 'denied' },
    input: {},
    output: z.object({ inheritance: modelInheritance.nullable() }),
    errors: [],
  }),
} as const;
