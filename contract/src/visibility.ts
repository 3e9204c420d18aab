import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { columnRef } from './model/names.ts';
import { fieldName } from './values/field-name.ts';
import { scalar } from './query/filter.ts';
import { viewAs } from './query/view-as.ts';
import { localizedText } from './values/text.ts';

/** Why a rule or mask applies to a reader or does not. */
export const aboutness = z.enum([
  /** It applies to everyone. */
  'everybody',
  'role',
  'group',
  /** It applies to other readers only. */
  'others',
  'excepted-role',
  'excepted-group',
]);
export type Aboutness = z.infer<typeof aboutness>;

const right = { name: z.string(), title: localizedText, applies: z.boolean(), because: aboutness };

/** The rules and masks of a dataset that apply to a reader, and their effect on one row. */
export const visibility = z.object({
  reader: z.object({
    account: z.uuid().nullable(),
    roles: z.array(z.string()),
    groups: z.array(z.string()),
    attributes: z.record(z.string(), z.array(z.string())),
  }),
  /** A row is visible only if it passes every rule that applies. */
  rules: z.array(
    z.object({
      ...right,
      condition: z.string(),
      /** Attributes it requires that the reader lacks; with any of these, no row passes. */
      lacking: z.array(z.string()),
    }),
  ),
  masks: z.array(z.object({ ...right, columns: z.array(columnRef) })),
  row: z
    .object({
      /** Matching rows that the caller may see. */
      found: z.int(),
      /** How many of them the reader sees. */
      visible: z.int(),
      /** Rows that pass, by rule. */
      rules: z.array(z.object({ name: z.string(), passes: z.int() })),
    })
    .nullable(),
});
export type Visibility = z.infer<typeof visibility>;

export const visibilityRoutes = {
  'POST /api/v1/query/visibility': defineRoute({
    summary: 'Explain which rights apply to a reader, and why they see a row or do not',
    permission: 'query.view-as',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.visibility', when: 'always' },
    input: {
      body: z.strictObject({
        dataset: fieldName,
        /** Dimension values that identify the row, for example `{ "member": "a17" }`. */
        row: z.record(fieldName, scalar).optional(),
        viewAs: viewAs.optional(),
      }),
    },
    output: visibility,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
