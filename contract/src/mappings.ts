import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { fieldName } from './field-name.ts';
import { codeMapping, UNMAPPED } from './model.ts';

/** The greatest number of meanings in one mapping. */
export const MAX_CODES = 5000;

const day = z.iso.date('Write a day as YYYY-MM-DD');

/** What one source code means. Days are those that rows are true of, both included; left out, it has always held, or holds for good. */
export const mappedCode = z
  .strictObject({
    code: z.string().min(1).max(200),
    value: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine((value) => value !== UNMAPPED, `'${UNMAPPED}' stands for codes without a meaning. Take another value.`),
    attributes: z.record(fieldName, z.string().trim().min(1).max(200)).default({}),
    from: day.nullable().default(null),
    until: day.nullable().default(null),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    message: 'The last day is before the first. Exchange them.',
  });
export type MappedCode = z.infer<typeof mappedCode>;

const versionNumber = z.coerce.number().int().positive().max(2_147_483_647);
const why = z.string().trim().max(1000).default('');

/** A version of a tenant's mapping. It never changes; the newest is in force. */
export const mappingVersion = z.object({
  version: z.int().positive(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** An address of e-mail, or the name of the account at the machine where the command was given; null: the server. */
  author: z.string().nullable(),
  message: z.string(),
  /** How many codes have a meaning in it. */
  codes: z.int().nonnegative(),
});
export type MappingVersion = z.infer<typeof mappingVersion>;

/** A mapping of the tenant's model, with the version in force; null where nobody has said anything yet. */
export const mappingSummary = codeMapping.omit({ name: true }).extend({
  type: fieldName,
  version: mappingVersion.nullable(),
});
export type MappingSummary = z.infer<typeof mappingSummary>;

/** A version of a mapping with all that it says, ordered by code and day. Version 0 says nothing. */
export const mappingTable = z.object({
  type: fieldName,
  version: z.int().nonnegative(),
  codes: z.array(mappedCode),
});
export type MappingTable = z.infer<typeof mappingTable>;

/** The version in force after a change, and whether the change made it. */
const put = z.object({ table: mappingTable, changed: z.boolean() });
export type PutMapping = z.infer<typeof put>;

const basis = {
  type: fieldName,
  message: why,
  /** The version that the author had before them: CONFLICT where another one has come into force since. */
  basedOn: z.int().nonnegative().optional(),
};

export const mappingRoutes = {
  'GET /api/v1/mappings': defineRoute({
    summary: 'List the mappings of the tenant’s model',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.list', when: 'denied' },
    input: {},
    output: z.object({ mappings: z.array(mappingSummary) }),
    errors: [],
  }),
  'GET /api/v1/mapping': defineRoute({
    summary: 'Read what the codes of a mapping mean; the version in force where none is named',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.read', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName, version: versionNumber.optional() }) },
    output: mappingTable,
    errors: [],
  }),
  'GET /api/v1/mapping/versions': defineRoute({
    summary: 'List the versions of a mapping, the newest first',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.versions', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName }) },
    output: z.object({ versions: z.array(mappingVersion) }),
    errors: [],
  }),
  'PUT /api/v1/mapping': defineRoute({
    summary: 'Say anew what all codes of a mapping mean',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.put', when: 'denied' },
    input: { body: z.strictObject({ ...basis, codes: z.array(mappedCode).max(MAX_CODES) }) },
    output: put,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'PATCH /api/v1/mapping': defineRoute({
    summary: 'Say what some codes of a mapping mean, and forget others; the rest stays',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.put', when: 'denied' },
    input: {
      body: z.strictObject({
        ...basis,
        /** Of a code that is named here, everything that was said is replaced. */
        set: z.array(mappedCode).max(MAX_CODES).default([]),
        remove: z.array(z.string().min(1).max(200)).max(MAX_CODES).default([]),
      }),
    },
    output: put,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
} as const;
