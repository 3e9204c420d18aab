import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { columnRef } from './model.ts';
import { fieldName } from './field-name.ts';
import { scalar, viewAs } from './query.ts';
import { localizedText } from './text.ts';

/** Why a rule or mask is about a reader, or is not. */
export const aboutness = z.enum([
  /** It names nobody: it is about everybody. */
  'everybody',
  'role',
  'group',
  /** It names others. */
  'others',
  'excepted-role',
  'excepted-group',
]);
export type Aboutness = z.infer<typeof aboutness>;

const right = { name: z.string(), title: localizedText, applies: z.boolean(), because: aboutness };

/** What of a dataset's rights concerns a reader, and what they make of one row. */
export const visibility = z.object({
  reader: z.object({
    account: z.uuid().nullable(),
    roles: z.array(z.string()),
    groups: z.array(z.string()),
    attributes: z.record(z.string(), z.array(z.string())),
  }),
  /** Every rule that applies has to hold for a row to be seen. */
  rules: z.array(
    z.object({
      ...right,
      condition: z.string(),
      /** Attributes that it asks for and the reader does not have: by it they see no row. */
      lacking: z.array(z.string()),
    }),
  ),
  masks: z.array(z.object({ ...right, columns: z.array(columnRef) })),
  row: z
    .object({
      /** How many rows have these values, of those that the asker may see. */
      found: z.int(),
      /** How many of them the reader sees. */
      visible: z.int(),
      /** By each rule that applies, how many of them pass it. */
      rules: z.array(z.object({ name: z.string(), passes: z.int() })),
    })
    .nullable(),
});
export type Visibility = z.infer<typeof visibility>;

export const visibilityRoutes = {
  'POST /api/v1/query/visibility': defineRoute({
    summary: 'Say which rights concern a reader, and why they see a row or do not',
    permission: 'query.view-as',
    tenant: 'tenant',
    audit: { action: 'query.visibility', when: 'always' },
    input: {
      body: z.strictObject({
        dataset: fieldName,
        /** Values of dimensions that pick the row in question, for example `{ "member": "a17" }`. */
        row: z.record(fieldName, scalar).optional(),
        viewAs: viewAs.optional(),
      }),
    },
    output: visibility,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
