import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';

export const CARDINALITIES = ['one_to_one', 'many_to_one', 'one_to_many', 'many_to_many'] as const;
export type Cardinality = (typeof CARDINALITIES)[number];

/** One side of a join in the data: all its rows, those with a partner, and the keys that several rows have. */
const joinSide = z.object({ rows: z.int(), matched: z.int(), repeated: z.int() });

/** A join of a model text, with what the tenant's rows say about it. */
export const modelJoin = z.object({
  dataset: z.string(),
  /** Its name in the dataset. */
  name: z.string(),
  table: z.string(),
  /** The name of what it is joined to, and its table. */
  to: z.string(),
  toTable: z.string(),
  on: z.array(z.object({ column: z.string(), key: z.string() })),
  declared: z.enum(['many_to_one', 'one_to_one']),
  /** Whether a key has several rows on purpose, of which one is valid for each row. */
  dated: z.boolean(),
  /** Whether only rows that meet a condition are joined. */
  conditional: z.boolean(),
  /** Null where it could not be measured. */
  measured: z
    .object({
      cardinality: z.enum(CARDINALITIES),
      from: joinSide,
      to: joinSide,
      /** The most rows that a key has in the joined table. */
      most: z.int(),
      /** Whether the rows are as declared. */
      agrees: z.boolean(),
    })
    .nullable(),
  unmeasured: z.enum(['missing', 'failed', 'time', 'keyless']).nullable(),
});
export type ModelJoin = z.infer<typeof modelJoin>;

export const modelJoinRoutes = {
  'POST /api/v1/model/draft/joins': defineRoute({
    summary: 'Measure the joins of a model text on the current data, also where they do not fit it',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.draft.joins', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: z.strictObject({ document: z.string().max(DOCUMENT_BYTES) }) },
    output: z.object({
      /** Datasets over tables, those without joins as well. */
      datasets: z.array(z.object({ name: z.string(), table: z.string() })),
      joins: z.array(modelJoin),
      dataVersion: z.int(),
    }),
    errors: ['MODEL_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
