import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { cell } from './query/result.ts';
import { answeredQuery, report, reportState, resolvedChoices } from './report.ts';
import { figureFormat } from './values/measure-format.ts';
import { localizedText } from './values/text.ts';
import { versionNumber } from './values/version-number.ts';
import { visibleLine } from './values/visible-text.ts';

/**
 * What can move a figure between two states of a report, in the order in which a comparison exchanges them: the program,
 * the data, mappings of codes, values of parameters, calendar and currency, the day that relative dates are counted
 * from, the model, the report's document, and the selections.
 */
export const FREEZE_CAUSES = [
  'software',
  'data',
  'mappings',
  'parameters',
  'settings',
  'day',
  'model',
  'report',
  'selections',
] as const;
export type FreezeCause = (typeof FREEZE_CAUSES)[number];

/** In characters. */
export const FREEZE_NAME_LENGTH = 120;
export const FREEZE_NOTE_LENGTH = 1000;

const name = z
  .string()
  .overwrite(visibleLine)
  .min(1, 'Enter a name.')
  .max(FREEZE_NAME_LENGTH, `Use at most ${FREEZE_NAME_LENGTH} characters.`);

export const newFreeze = z.strictObject({
  /** Unique among the freezes of the report. */
  name,
  note: z.string().trim().max(FREEZE_NOTE_LENGTH, `Use at most ${FREEZE_NOTE_LENGTH} characters.`).default(''),
  /** The selections; `page` and `peers` as in a run, but all pages are frozen. */
  state: reportState.omit({ page: true }).prefault({}),
  /** The freeze of the same report that this one corrects; it stays as it is. */
  corrects: z.uuid().nullable().default(null),
});
export type NewFreeze = z.infer<typeof newFreeze>;

const reference = z.object({ id: z.uuid(), number: versionNumber, name: z.string() });

/** A report as it was once, with all of its rows; it never changes. */
export const reportFreeze = z.object({
  id: z.uuid(),
  /** Counts the freezes of the report. */
  number: versionNumber,
  name: z.string(),
  note: z.string(),
  /** Email address of who froze it, at the time; null for the server itself. */
  frozenBy: z.string().nullable(),
  frozenAt: z.iso.datetime(),
  corrects: reference.nullable(),
  /** The newest freeze that corrects this one. */
  correctedBy: reference.nullable(),
  reportVersion: versionNumber,
  dataVersion: versionNumber,
  asOf: z.string().nullable(),
  model: z.object({
    version: versionNumber,
    template: z.object({ name: z.string(), version: versionNumber }).nullable(),
  }),
  /** 0: never changed. */
  parametersVersion: z.int().nonnegative(),
  /** Version by mapping. */
  mappings: z.record(z.string(), z.int()),
  /** Version of the program that computed it. */
  software: z.string(),
  /** SHA-256 of the manifest, which contains the hash of the rows and that of the freeze before; 64 hexadecimal digits. */
  hash: z.string(),
  /** Of the freeze before; null for the first one. */
  previousHash: z.string().nullable(),
  can: z.object({
    /** False where it was frozen with other row rights than the caller has. */
    read: z.boolean(),
  }),
});
export type ReportFreeze = z.infer<typeof reportFreeze>;

/** What is stored of a frozen report, as it is drawn. */
const frozenContent = z.object({
  report,
  state: reportState,
  resolved: resolvedChoices,
  /** The member that the report is about; null without one. */
  subject: z.object({ key: z.string(), title: z.string() }).nullable(),
  /** By tile and slot, as in a run; lists have all of their rows. */
  results: z.record(z.string(), z.record(z.string(), answeredQuery)),
});
export type FrozenContent = z.infer<typeof frozenContent>;

const frozenReport = z.object({ freeze: reportFreeze, content: frozenContent });
export type FrozenReport = z.infer<typeof frozenReport>;

/** Why something cannot be computed again: its data was removed, or was in an external warehouse, which has no versions; or the parts do not fit together. */
export const NOT_RUN = ['data-removed', 'external-data', 'not-computable'] as const;
export type NotRun = (typeof NOT_RUN)[number];

const verification = z.object({
  /** Whether manifest, rows and the chain of the freezes before are as they were stored. */
  intact: z.boolean(),
  /** What is not: the manifest, the rows, or an earlier freeze of the report. */
  broken: z.array(z.enum(['manifest', 'content', 'chain'])),
  /** Outcome of running the report again on the same versions; null where the freeze is not intact. */
  rerun: z
    .discriminatedUnion('status', [
      z.object({ status: z.literal('same'), figures: z.int() }),
      z.object({ status: z.literal('different'), figures: z.int(), /** How many differ. */ moved: z.int() }),
      z.object({ status: z.literal('not-run'), reason: z.enum(NOT_RUN) }),
    ])
    .nullable(),
});
export type FreezeVerification = z.infer<typeof verification>;

const comparedFigure = z.object({
  tile: z.string(),
  /** The figure's title. */
  measure: localizedText,
  format: figureFormat.nullable(),
  /** Where it is: values of dimensions, with their labels where they have some; empty for a total of everything. */
  at: z.array(z.object({ title: localizedText, value: cell, label: localizedText.nullable() })),
  /** `added` and `removed`: only one side has it. */
  change: z.enum(['moved', 'added', 'removed', 'same']),
  old: cell,
  new: cell,
  /** New less old: exact where both are; null where one of them is no number. */
  difference: cell,
  /**
   * What moved it, one after the other; the differences add up. Several causes stand together where the state between
   * them could not be computed.
   */
  steps: z.array(z.object({ causes: z.array(z.enum(FREEZE_CAUSES)), difference: cell })),
});
export type ComparedFigure = z.infer<typeof comparedFigure>;

const comparison = z.object({
  from: reportFreeze,
  /** Null: the report as it is now. */
  to: reportFreeze.nullable(),
  /** Of `to`. */
  dataVersion: versionNumber,
  modelVersion: versionNumber,
  /** What differs between the two, in order; `notRun`: its effect could not be separated from that of the next one. */
  causes: z.array(z.object({ cause: z.enum(FREEZE_CAUSES), notRun: z.enum(NOT_RUN).nullable() })),
  tiles: z.array(z.object({ id: z.string(), title: localizedText })),
  /** Tiles that fail now, so that their figures cannot be compared. */
  failed: z.array(z.object({ tile: z.string(), message: z.string() })),
  counts: z.object({ moved: z.int(), added: z.int(), removed: z.int(), same: z.int() }),
  /** Those that moved first, in the order of the report. */
  figures: z.array(comparedFigure),
  /** How many are left out of `figures`. */
  omitted: z.int(),
});
export type FreezeComparison = z.infer<typeof comparison>;

const byReport = z.strictObject({ id: z.uuid() });
const byFreeze = z.strictObject({ id: z.uuid(), freeze: z.uuid() });
/** For those who may not open the report, everything is NOT_FOUND. */
const reads = { permission: 'report.read', tenant: 'tenant' } as const;
const RUNS = ['QUERY_INVALID', 'QUERY_TIMEOUT', 'BUSY', 'WAREHOUSE_UNAVAILABLE'] as const;

export const reportFreezeRoutes = {
  'GET /api/v1/reports/:id/freezes': defineRoute({
    ...reads,
    summary: 'List the freezes of a report, the newest first',
    audit: { action: 'report-freeze.list', when: 'denied' },
    input: { params: byReport },
    output: z.object({
      freezes: z.array(reportFreeze),
      can: z.object({ /** Those who edit its workspace, once it is published. */ freeze: z.boolean() }),
    }),
    errors: [],
  }),
  'POST /api/v1/reports/:id/freezes': defineRoute({
    permission: 'report.write',
    tenant: 'tenant',
    summary: 'Freeze a published report with all rows of its tiles, whole or not at all; it can never be changed',
    audit: { action: 'report-freeze.create', when: 'always' },
    input: { params: byReport, body: newFreeze },
    output: reportFreeze,
    errors: ['CONFLICT', ...RUNS],
  }),
  'GET /api/v1/reports/:id/freezes/:freeze': defineRoute({
    ...reads,
    summary: 'Read a frozen report with its stored rows, for readers with the same row rights as who froze it',
    audit: { action: 'report-freeze.read', when: 'always' },
    input: { params: byFreeze },
    output: frozenReport,
    errors: ['OTHER_ROW_RIGHTS', 'CONFLICT'],
  }),
  'GET /api/v1/reports/:id/freezes/:freeze/verification': defineRoute({
    ...reads,
    summary: 'Check a freeze against its hash, and run the report again on the same versions',
    audit: { action: 'report-freeze.verify', when: 'always' },
    input: { params: byFreeze },
    output: verification,
    errors: ['OTHER_ROW_RIGHTS', ...RUNS],
  }),
  'GET /api/v1/reports/:id/freezes/:freeze/comparison': defineRoute({
    ...reads,
    summary: 'Compare a frozen report with another freeze of it, or with the report as it is now',
    audit: { action: 'report-freeze.compare', when: 'always' },
    input: { params: byFreeze, query: z.strictObject({ /** Left out: now. */ with: z.uuid().optional() }) },
    output: comparison,
    errors: ['OTHER_ROW_RIGHTS', 'CONFLICT', ...RUNS],
  }),
} as const;
