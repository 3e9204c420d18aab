import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';

/**
 * What is noteworthy about a measure or dimension in the tenant's data. `duplicate` names those with the same values
 * everywhere, or one to one; `unchecked` says what was not looked at, and why.
 */
export const modelFinding = z.object({
  type: z.literal('finding'),
  kind: z.enum(['null', 'constant', 'exploding', 'duplicate', 'failed', 'unchecked']),
  of: z.enum(['measure', 'dimension']),
  dataset: z.string(),
  names: z.array(z.string()).min(1),
  /** What was found, by which rule, and what to look at. */
  message: z.string(),
});
export type ModelFinding = z.infer<typeof modelFinding>;

/** One line of a check: progress, findings as they are made, and an end. Without an end the check was interrupted. */
export const modelCheckRecord = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('progress'),
    dataset: z.string(),
    /** Dimensions and measures looked at so far, and all of them. */
    done: z.int(),
    of: z.int(),
  }),
  modelFinding,
  z.object({
    type: z.literal('end'),
    /** Null while the tenant has no data: only the document was checked. */
    dataVersion: z.int().nullable(),
    dimensions: z.int(),
    measures: z.int(),
    findings: z.int(),
    /** False where the time limit ended the check early. */
    complete: z.boolean(),
  }),
]);
export type ModelCheckRecord = z.infer<typeof modelCheckRecord>;

export const modelCheckRoutes = {
  'POST /api/v1/model/check': defineRoute({
    summary: 'Check a model as a push would, and run each measure and dimension once, without changing anything',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.check', when: 'always' },
    bodyBytes: DOCUMENT_BYTES,
    input: {
      body: z.strictObject({
        /** YAML; omitted: the active model. */
        document: z.string().min(1).optional(),
      }),
    },
    output: modelCheckRecord,
    stream: 'ndjson',
    errors: ['MODEL_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
