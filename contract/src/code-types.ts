import { z } from 'zod';
import { UNMAPPED } from './model.ts';
import { defineRoute } from './protocol/define-route.ts';
import { fieldName } from './values/field-name.ts';
import { localizedText } from './values/text.ts';

/** The most columns in one answer. */
export const MAX_TYPE_COLUMNS = 100;

/** A column of the tenant's data whose values can be codes. */
export const codeColumn = z.object({
  table: z.string(),
  column: z.string(),
  kind: z.enum(['text', 'number']),
  /** Datasets of the model that get a dimension of its categories; none: one is generated for the table. */
  datasets: z.array(localizedText),
  /** Types that map it already. */
  types: z.array(z.object({ type: fieldName, title: localizedText })),
});
export type CodeColumn = z.infer<typeof codeColumn>;

const title = z.strictObject({
  en: z.string().trim().min(1, 'Enter an English name.').max(100),
  tr: z.string().trim().min(1).max(100).optional(),
});
const description = z.strictObject({
  en: z.string().trim().min(1).max(500),
  tr: z.string().trim().min(1).max(500).optional(),
});

/** A category of a fixed list, in the model and thus titled in both languages. */
const listedCategory = z.strictObject({
  value: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .refine((value) => value !== UNMAPPED, `'${UNMAPPED}' is reserved for unmapped codes. Choose another value.`),
  title,
});

/** What an administrator says about a type. `categories`: a fixed list; null: a tree that grows while codes are mapped. */
const definition = {
  title,
  description: description.nullable().default(null),
  categories: z.array(listedCategory).min(1, 'Add a category, or choose a tree.').max(500).nullable().default(null),
};
const codeTypeDefinition = z.strictObject(definition);
export type CodeTypeDefinition = z.infer<typeof codeTypeDefinition>;

/** A type that the tenant's own part of the model defines. */
export const codeType = z.object({ type: fieldName, ...codeTypeDefinition.shape });
export type DefinedCodeType = z.infer<typeof codeType>;

const manage = { permission: 'model.manage', tenant: 'tenant' } as const;
/** A change is a version of the model, with all checks of one. */
const CHANGE_ERRORS = ['MODEL_INVALID', 'CONFLICT', 'WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT', 'BUSY'] as const;
const BODY_BYTES = 512 * 1024;

export const codeTypeRoutes = {
  'GET /api/v1/configuration/columns': defineRoute({
    summary: 'Search the columns of the tenant’s data on which a type of codes can be defined',
    ...manage,
    audit: { action: 'code-type.columns', when: 'denied' },
    input: { query: z.strictObject({ search: z.string().max(200).default('') }) },
    output: z.object({
      columns: z.array(codeColumn),
      /** Number of columns that match. */
      total: z.int().nonnegative(),
    }),
    errors: ['WAREHOUSE_UNAVAILABLE', 'BUSY'],
  }),
  'GET /api/v1/configuration/type': defineRoute({
    summary: 'Read the definition of a type of the tenant’s own; null for one of the template',
    ...manage,
    audit: { action: 'code-type.read', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName }) },
    output: z.object({ definition: codeType.nullable() }),
    errors: [],
  }),
  'POST /api/v1/configuration/type': defineRoute({
    summary: 'Define a type of codes on a column; its categories become a dimension of the model',
    ...manage,
    audit: { action: 'code-type.create', when: 'always' },
    bodyBytes: BODY_BYTES,
    input: {
      body: z.strictObject({ type: fieldName, table: z.string().max(200), column: z.string().max(200), ...definition }),
    },
    output: z.object({ definition: codeType, modelVersion: z.int().positive() }),
    errors: CHANGE_ERRORS,
  }),
  'PATCH /api/v1/configuration/type': defineRoute({
    summary: 'Rename or describe a type of the tenant’s own, or change its categories',
    ...manage,
    audit: { action: 'code-type.change', when: 'always' },
    bodyBytes: BODY_BYTES,
    input: { body: z.strictObject({ type: fieldName, ...definition }) },
    output: z.object({ definition: codeType, modelVersion: z.int().positive() }),
    errors: CHANGE_ERRORS,
  }),
  'POST /api/v1/configuration/type/delete': defineRoute({
    summary: 'Delete a type of the tenant’s own with its dimensions; versions of its mapping stay stored',
    ...manage,
    audit: { action: 'code-type.delete', when: 'always' },
    input: { body: z.strictObject({ type: fieldName }) },
    output: z.object({ modelVersion: z.int().positive() }),
    errors: CHANGE_ERRORS,
  }),
} as const;
