import { z } from 'zod';
import { defineRoute, DOCUMENT_BYTES } from './protocol/define-route.ts';
import { figureFormat } from './values/measure-format.ts';
import { localizedText } from './values/text.ts';

/**
 * Why a test has no outcome: its figure could not be computed, took too long, or is restricted for the reader by rules
 * or masks of its dataset, so that they would see another figure than the tenant's.
 */
export const TEST_OBSTACLES = ['error', 'timeout', 'restricted'] as const;

/** What a test of a model found. */
export const testOutcome = z.object({
  name: z.string(),
  title: localizedText.nullable(),
  dataset: z.string(),
  measure: z.string(),
  measureTitle: localizedText,
  format: figureFormat,
  /** Exact decimals. */
  expected: z.string(),
  /** The greatest difference with which it passes, in the measure's unit. */
  tolerance: z.string(),
  status: z.enum(['passed', 'failed', 'not_run']),
  /** Null where there are no rows, where the test did not run, and for a reader whose rows are restricted. */
  actual: z.string().nullable(),
  /** Actual − expected. */
  difference: z.string().nullable(),
  obstacle: z.object({ code: z.enum(TEST_OBSTACLES), message: z.string() }).nullable(),
});
export type TestOutcome = z.infer<typeof testOutcome>;

/** How many tests of a model passed, failed or could not run. */
export const testCounts = z.object({ passed: z.int(), failed: z.int(), notRun: z.int() });
export type TestCounts = z.infer<typeof testCounts>;

/** The last run of the active model's tests. */
export const testRun = z.object({
  dataVersion: z.int().positive(),
  modelVersion: z.int().positive(),
  ranAt: z.iso.datetime(),
  outcomes: z.array(testOutcome),
});
export type TestRun = z.infer<typeof testRun>;

export const modelTestRoutes = {
  'GET /api/v1/model/tests': defineRoute({
    summary: 'Read the outcomes of the active model’s tests on the newest data that was tested',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model-test.read', when: 'denied' },
    input: {},
    output: z.object({
      /** Null until tests ran, and for a model without any. */
      run: testRun.nullable(),
      /** Whether the tests are about to run. */
      pending: z.boolean(),
    }),
    errors: [],
  }),
  'POST /api/v1/model/tests/run': defineRoute({
    summary: 'Run the active model’s tests again, in the background',
    permission: 'model.manage',
    tenant: 'tenant',
    audit: { action: 'model-test.run', when: 'always' },
    input: {},
    output: z.object({ pending: z.literal(true) }),
    errors: ['WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/model/draft/tests': defineRoute({
    summary: 'Run the tests of a model text that is not published, with the reader’s own rights',
    permission: 'model.manage',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'model.draft.test', when: 'denied' },
    bodyBytes: DOCUMENT_BYTES,
    input: { body: z.strictObject({ document: z.string().max(DOCUMENT_BYTES) }) },
    output: z.object({ dataVersion: z.int().positive().nullable(), outcomes: z.array(testOutcome) }),
    errors: ['MODEL_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
