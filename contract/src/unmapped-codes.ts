import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { fieldName } from './values/field-name.ts';
import { localizedText } from './values/text.ts';

/** Source codes of one type in the tenant's data that no mapping covers. */
export const unmappedCodes = z.object({
  /** As in alerts: the name of the mapping, or of a dimension whose labels are in the model. */
  configuratorType: z.string(),
  title: localizedText,
  /** The mapping to which they can be added; null where only the model can label them. */
  mapping: z
    .object({
      /** The active version; 0 where there is none. */
      version: z.int().nonnegative(),
      /** The values to which codes can be mapped; null: any text. */
      targets: z.array(z.object({ value: z.string(), title: localizedText })).nullable(),
    })
    .nullable(),
  codes: z.array(
    z.object({
      dataset: z.object({ name: z.string(), title: localizedText }),
      code: z.string(),
      /** Number of the dataset's rows with this code that the caller may see. */
      rows: z.int().positive(),
      /** True where it is mapped on other days than those of these rows. */
      elsewhere: z.boolean(),
    }),
  ),
  /** True where a dataset has more unmapped codes than are listed. */
  truncated: z.boolean(),
  dataVersion: z.int(),
  asOf: z.string().nullable(),
});
export type UnmappedCodes = z.infer<typeof unmappedCodes>;

export const unmappedCodesRoutes = {
  'GET /api/v1/configuration': defineRoute({
    summary: 'List the unmapped codes of one type',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'configuration.read', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName }) },
    output: unmappedCodes,
    errors: ['WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT'],
  }),
} as const;
