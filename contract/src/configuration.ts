import { z } from 'zod';
import { defineRoute } from './define-route.ts';
import { fieldName } from './field-name.ts';
import { localizedText } from './text.ts';

/** Source codes of one kind that the tenant's data holds and nobody has given a meaning. */
export const unmappedCodes = z.object({
  /** As alerts tell it: the name of the mapping, or of a dimension whose labels stand in the model. */
  configuratorType: z.string(),
  title: localizedText,
  /** The mapping that would give them their meaning; null where only the model can. */
  mapping: z
    .object({
      /** The version in force; 0 where there is none. */
      version: z.int().nonnegative(),
      /** What codes can mean; null: anything. */
      targets: z.array(z.object({ value: z.string(), title: localizedText })).nullable(),
    })
    .nullable(),
  codes: z.array(
    z.object({
      dataset: z.object({ name: z.string(), title: localizedText }),
      code: z.string(),
      /** Rows of the dataset with this code, as far as the reader may see them. */
      rows: z.int().positive(),
      /** True where it has a meaning on other days than those of these rows. */
      elsewhere: z.boolean(),
    }),
  ),
  /** True where a dataset has more such codes than are listed. */
  truncated: z.boolean(),
  dataVersion: z.int(),
  asOf: z.string().nullable(),
});
export type UnmappedCodes = z.infer<typeof unmappedCodes>;

export const configurationRoutes = {
  'GET /api/v1/configuration': defineRoute({
    summary: 'The codes of one kind that still lack a meaning',
    permission: 'configuration.manage',
    tenant: 'tenant',
    audit: { action: 'configuration.read', when: 'denied' },
    input: { query: z.strictObject({ type: fieldName }) },
    output: unmappedCodes,
    errors: ['WAREHOUSE_UNAVAILABLE', 'QUERY_TIMEOUT'],
  }),
} as const;
