import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { calendarDay } from './values/calendar-day.ts';
import { fieldName } from './values/field-name.ts';
import { basisNumber, versionParameter } from './values/version-number.ts';
import { codeMapping, UNMAPPED } from './model.ts';

/** The most entries in one mapping. */
export const MAX_CODES = 50_000;
/** The largest body with the codes of a mapping. */
const MAPPING_BYTES = 4 * 1024 * 1024;

const day = calendarDay('Use the date format YYYY-MM-DD');

/** Any text of the data, an empty one too; null: rows without a code. */
export const sourceCode = z.string().max(200).nullable();

const targetValue = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .refine((value) => value !== UNMAPPED, `'${UNMAPPED}' is reserved for unmapped codes. Choose another value.`);

/** The value of one source code. `from` and `until` are as-of days, both inclusive; null: unbounded. */
export const mappedCode = z
  .strictObject({
    code: sourceCode,
    value: targetValue,
    attributes: z.record(fieldName, z.string().trim().min(1).max(200)).default({}),
    from: day.nullable().default(null),
    until: day.nullable().default(null),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    message: 'The last day is before the first. Swap them.',
  });
export type MappedCode = z.infer<typeof mappedCode>;

/** The most categories of a mapping without targets in the model, and the most rules. */
const MAX_CATEGORIES = 500;
const MAX_RULES = 200;

/** A category of the tenant's own, where the model gives no targets: the value that codes map to, and what it is part of. */
export const mappingCategory = z.strictObject({ value: targetValue, parent: targetValue.nullable().default(null) });
export type MappingCategory = z.infer<typeof mappingCategory>;

/**
 * Maps codes that match a pattern, in any case. `glob`: the whole code, where `*` stands for any text and `?` for one
 * character. `automatic`: new codes of a load are mapped before it becomes current; otherwise they are suggested.
 */
export const mappingRule = z.strictObject({
  match: z.enum(['starts_with', 'ends_with', 'contains', 'glob']),
  pattern: z.string().min(1).max(200),
  value: targetValue,
  mode: z.enum(['suggest', 'automatic']),
});
export type MappingRule = z.infer<typeof mappingRule>;

const categories = z.array(mappingCategory).max(MAX_CATEGORIES);
const rules = z.array(mappingRule).max(MAX_RULES);

/** A change of some codes: `set` replaces all entries of each code named in it; omitted categories and rules stay. */
export const mappingChanges = {
  set: z.array(mappedCode).max(MAX_CODES).default([]),
  remove: z.array(sourceCode).max(MAX_CODES).default([]),
  categories: categories.optional(),
  rules: rules.optional(),
};
const changesObject = z.strictObject(mappingChanges);
export type MappingChanges = z.infer<typeof changesObject>;

const message = z.string().trim().max(1000).default('');

/** A version of a tenant's mapping. It never changes; the newest is active. */
export const mappingVersion = z.object({
  version: z.int().positive(),
  current: z.boolean(),
  createdAt: z.iso.datetime(),
  /** An email address, or the operating-system user who ran the command; null: the server. */
  author: z.string().nullable(),
  /** The administrator who approved it; null where no approval was needed. */
  approvedBy: z.string().nullable(),
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

/** A version of a mapping with its codes, ordered by code and day, null first. Version 0 is empty. */
export const mappingTable = z.object({
  type: fieldName,
  version: z.int().nonnegative(),
  codes: z.array(mappedCode),
  categories,
  /** The first that matches a code applies. */
  rules,
});
export type MappingTable = z.infer<typeof mappingTable>;

/** The active version after a change, and whether the change created it. */
const putMapping = z.object({ table: mappingTable, changed: z.boolean() });
export type PutMapping = z.infer<typeof putMapping>;

/** What one version changed of the one before it. */
export const mappingDifference = z.object({
  type: fieldName,
  version: z.int().positive(),
  /** Entries before and after, for each code that changed; at most 500 codes. */
  codes: z.array(z.object({ code: sourceCode, before: z.array(mappedCode), after: z.array(mappedCode) })),
  /** Number of codes that changed. */
  count: z.int().nonnegative(),
  categories: z.object({ before: categories, after: categories }).nullable(),
  rules: z.object({ before: rules, after: rules }).nullable(),
});
export type MappingDifference = z.infer<typeof mappingDifference>;

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
    summary: 'Replace all codes of a mapping; omitted categories and rules stay',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.put', when: 'denied' },
    bodyBytes: MAPPING_BYTES,
    input: {
      body: z.strictObject({
        ...basis,
        codes: z.array(mappedCode).max(MAX_CODES),
        categories: categories.optional(),
        rules: rules.optional(),
      }),
    },
    output: putMapping,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'PATCH /api/v1/mapping': defineRoute({
    summary: 'Set and remove codes of a mapping; the others stay',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.put', when: 'denied' },
    bodyBytes: MAPPING_BYTES,
    input: {
      body: z.strictObject({
        ...basis,
        ...mappingChanges,
      }),
    },
    output: putMapping,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'POST /api/v1/mapping/restore': defineRoute({
    summary: 'Make an earlier version of a mapping active again, as a new version; 0 is the empty one',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.restore', when: 'denied' },
    input: { body: z.strictObject({ ...basis, version: basisNumber }) },
    output: putMapping,
    errors: ['CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'],
  }),
  'GET /api/v1/mapping/changes': defineRoute({
    summary: 'What a version of a mapping changed',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.changes', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName, version: versionParameter }) },
    output: mappingDifference,
    errors: [],
  }),
  'GET /api/v1/mapping/file': defineRoute({
    summary: 'A version of a mapping as CSV or YAML; the active one by default',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.file', when: 'always' },
    input: {
      query: z.strictObject({
        type: fieldName,
        version: versionParameter.optional(),
        format: z.enum(['csv', 'yaml']).default('csv'),
      }),
    },
    output: z.object({ name: z.string(), text: z.string() }),
    errors: [],
  }),
  'POST /api/v1/mapping/file': defineRoute({
    summary: 'Read a file of codes, and compare it with the active version; nothing is saved',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'mapping.file-read', when: 'denied' },
    readOnly: true,
    bodyBytes: MAPPING_BYTES,
    input: {
      body: z.strictObject({
        type: fieldName,
        /** Its ending says whether it is CSV or YAML. */
        name: z.string().min(1).max(200),
        text: z.string().max(MAPPING_BYTES),
      }),
    },
    output: z.object({
      /** The change that makes the active version what the file says. */
      set: z.array(mappedCode),
      remove: z.array(sourceCode),
      /** Each with its location, for example 'line 3: …'; with any, nothing is set or removed. */
      issues: z.array(z.string()),
    }),
    errors: [],
  }),
} as const;
