import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { fieldName } from './values/field-name.ts';
import { basisNumber, versionParameter } from './values/version-number.ts';
import { codeMapping, UNMAPPED } from './model.ts';

/** The most entries in one mapping. */
export const MAX_CODES = 5000;

const day = z.iso.date('Use the date format YYYY-MM-DD');

/** The value of one source code. `from` and `until` are as-of days, both inclusive; null: unbounded. */
export const mappedCode = z
  .strictObject({
    code: z.string().min(1).max(200),
    value: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .refine((value) => value !== UNMAPPED, `'${UNMAPPED}' is reserved for unmapped codes. Choose another value.`),
    attributes: z.record(fieldName, z.string().trim().min(1).max(200)).default({}),
    from: day.nullable().default(null),
    until: day.nullable().default(null),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    message: 'The last day is before the first. Swap them.',
  });
export type MappedCode = z.infer<typeof mappedCode>;

const message = z.string().trim().max(1000).default('');

/** A version of a tenant's mapping. It never changes; the newest is active. */
export const mappingVersion = z.object({
  version: z.int().positive(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** An email address, or the operating-system user who ran the command; null: the server. */
  author: z.string().nullable(),
  message: z.string(),
  /** Distinct codes that it maps. */
  codes: z.int().nonnegative(),
});
export type MappingVersion = z.infer<typeof mappingVersion>;

/** A mapping of the tenant's model, with its active version; null where the tenant has none yet. */
export const mappingSummary = codeMapping.omit({ name: true }).extend({
  type: fieldName,
  version: mappingVersion.nullable(),
});
export type MappingSummary = z.infer<typeof mappingSummary>;

/** A version of a mapping with its codes, ordered by code and day. Version 0 is empty. */
export const mappingTable = z.object({
  type: fieldName,
  version: z.int().nonnegative(),
  codes: z.array(mappedCode),
});
export type MappingTable = z.infer<typeof mappingTable>;

/** The active version after a change, and whether the change created it. */
const putMapping = z.object({ table: mappingTable, changed: z.boolean() });
export type PutMapping = z.infer<typeof putMapping>;

const basis = {
  type: fieldName,
  message,
  /** The version that the author edited: CONFLICT where it is no longer the active one. */
  basedOn: basisNumber.optional(),
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
    summary: 'Read a version of a mapping; the active one by default',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.read', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName, version: versionParameter.optional() }) },
    output: mappingTable,
    errors: [],
  }),
  'GET /api/v1/mapping/versions': defineRoute({
    summary: 'List the versions of a mapping, newest first',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.versions', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName }) },
    output: z.object({ versions: z.array(mappingVersion) }),
    errors: [],
  }),
  'PUT /api/v1/mapping': defineRoute({
    summary: 'Replace all codes of a mapping',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.put', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: z.strictObject({ ...basis, codes: z.array(mappedCode).max(MAX_CODES) }) },
    output: putMapping,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'PATCH /api/v1/mapping': defineRoute({
    summary: 'Set and remove codes of a mapping; the others stay',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.put', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: {
      body: z.strictObject({
        ...basis,
        /** Replaces all entries of each code named here. */
        set: z.array(mappedCode).max(MAX_CODES).default([]),
        remove: z.array(z.string().min(1).max(200)).max(MAX_CODES).default([]),
      }),
    },
    output: putMapping,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
} as const;
