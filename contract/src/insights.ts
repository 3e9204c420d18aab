import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { semanticQuery } from './query/query.ts';
import { fieldName } from './values/field-name.ts';
import { figureFormat } from './values/measure-format.ts';
import { localizedText } from './values/text.ts';
import { timeGrain } from './values/time-grain.ts';
import { visibleLine } from './values/visible-text.ts';

/**
 * What is found. `change`: a total differs from the same period a year before by more than it varies. `anomaly`: the last
 * period is not where trend and season led. `outlier`: a member is unlike its peers. `threshold`: a value is close to the
 * edge of a band. `quality`: something is wrong with the data. `forecast`: where a total is heading.
 */
export const INSIGHT_KINDS = ['change', 'anomaly', 'outlier', 'threshold', 'quality', 'forecast'] as const;
export type InsightKind = (typeof INSIGHT_KINDS)[number];

const value = z.number().nullable();

const course = z.object({
  kind: z.literal('course'),
  grain: timeGrain,
  /** In order of time, with the first day of each. What was expected, or is forecast, with its interval; null where unknown. */
  points: z.array(z.object({ period: z.string(), value, expected: value, low: value, high: value })),
  /** A value that the course is close to. */
  limit: value,
});

const peers = z.object({
  kind: z.literal('peers'),
  count: z.int(),
  /** The middle half of the members, and the middle one. */
  low: z.number(),
  median: z.number(),
  high: z.number(),
  /** The furthest members, the finding's own among them. */
  members: z.array(z.object({ label: localizedText, value: z.number(), isOwn: z.boolean() })),
});

const shares = z.object({
  kind: z.literal('shares'),
  members: z.array(z.object({ label: localizedText, share: z.number(), isOwn: z.boolean() })),
});

/** What a change is due to: of sums in fractions of the former total, of ratios in their unit. */
const drivers = z.object({
  dimension: localizedText,
  unit: z.enum(['share-of-total', 'points']),
  members: z.array(
    z.object({
      label: localizedText,
      before: value,
      value,
      contribution: z.number(),
      /** Of ratios: from the member's own rate, and from its share of the whole. */
      rate: value,
      mix: value,
    }),
  ),
  /** What all members that are not listed add together. */
  rest: z.number(),
});
export type InsightDrivers = z.infer<typeof drivers>;

export const insightContent = z.object({
  /** The same finding has the same key in each computation. */
  key: z.string().regex(/^[0-9a-f]{32}$/),
  kind: z.enum(INSIGHT_KINDS),
  /** In words, with figures. */
  sentence: localizedText,
  /** Further sentences. */
  details: z.array(localizedText),
  tone: z.enum(['positive', 'negative', 'neutral']),
  dataset: z.object({ name: fieldName, title: localizedText }),
  /** Null for findings about rows. */
  measure: z.object({ name: fieldName, title: localizedText, format: figureFormat }).nullable(),
  /** The member that it is about; null: all rows. */
  member: z
    .object({
      field: fieldName,
      title: localizedText,
      label: localizedText,
      value: z.union([z.string(), z.number(), z.boolean()]).nullable(),
    })
    .nullable(),
  /** The period that it is about, by its first day; null for data without periods. */
  period: z.string().nullable(),
  value,
  /** The probability of something as unusual if nothing happened; null for what is no hypothesis. */
  p: z.number().nullable(),
  /** Orders findings: the largest first. */
  score: z.number(),
  chart: z.discriminatedUnion('kind', [course, peers, shares]).nullable(),
  drivers: drivers.nullable(),
  /** Has the figures that it is about. */
  query: semanticQuery,
});
export type InsightContent = z.infer<typeof insightContent>;

/** What a person did with a finding. */
const insightState = z.object({
  status: z.enum(['open', 'snoozed', 'dismissed']),
  /** Until when it is hidden; null unless snoozed. */
  until: z.iso.datetime().nullable(),
  /** Why it was dismissed; null unless it was. */
  reason: z.string().nullable(),
  /** What it was when it was followed; null unless it is followed. */
  followed: z.object({ since: z.iso.datetime(), sentence: localizedText }).nullable(),
});

const insight = insightContent.extend({
  state: insightState,
  /** False for one that is followed and was not found again: its content is what was last known. */
  isFound: z.boolean(),
});
export type Insight = z.infer<typeof insight>;

/** What was looked at, whether or not something was found. */
export const insightsExamined = z.object({
  datasets: z.int(),
  measures: z.int(),
  dimensions: z.int(),
  /** Hypotheses that were tested. */
  tests: z.int(),
  /** The highest expected share of false ones among those that are shown. */
  rate: z.number(),
  /** What could not be looked for, and why. */
  limits: z.array(localizedText),
});
export type InsightsExamined = z.infer<typeof insightsExamined>;

const insights = z.object({
  /** The last computation under the rights that the reader has now; null: there is none. */
  run: z
    .object({
      computedAt: z.iso.datetime(),
      dataVersion: z.int(),
      asOf: z.string().nullable(),
      elapsedMs: z.int(),
      examined: insightsExamined,
    })
    .nullable(),
  /** A computation that is due, runs, or has failed; null: none. `progress`: 0 to 1. */
  job: z.object({ status: z.enum(['waiting', 'running', 'failed']), progress: z.number().min(0).max(1) }).nullable(),
  /** The most important first. */
  findings: z.array(insight),
});
export type Insights = z.infer<typeof insights>;

const change = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('snooze'), days: z.int().min(1).max(366) }),
  z.strictObject({
    action: z.literal('dismiss'),
    reason: z.string().overwrite(visibleLine).min(1, 'Enter a reason.').max(300, 'Use at most 300 characters.'),
  }),
  z.strictObject({ action: z.literal('reopen') }),
  z.strictObject({ action: z.literal('follow') }),
  z.strictObject({ action: z.literal('unfollow') }),
]);
export type InsightChange = z.infer<typeof change>;

/** Of tenants that have insights only; NOT_FOUND in others. */
const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;
const nothing = z.strictObject({});

export const insightRoutes = {
  'GET /api/v1/insights': defineRoute({
    ...administration,
    summary: 'Read what was found in the data by statistics, computed with the rights that the caller has',
    audit: { action: 'insights.read', when: 'denied' },
    input: {},
    output: insights,
    errors: ['WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/insights/compute': defineRoute({
    ...administration,
    summary: 'Compute the tenant’s insights again in the background',
    audit: { action: 'insights.compute', when: 'always' },
    input: { body: nothing },
    output: z.object({ pending: z.literal(true) }),
    errors: ['WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/insights/cancel': defineRoute({
    ...administration,
    summary: 'Cancel the computation that is due or runs; the former findings stay',
    audit: { action: 'insights.cancel', when: 'always' },
    input: { body: nothing },
    output: z.object({ canceled: z.boolean() }),
    errors: [],
  }),
  'PATCH /api/v1/insights/findings/:key': defineRoute({
    ...administration,
    summary: 'Snooze, dismiss, reopen, follow or stop following a finding, for the caller alone',
    audit: { action: 'insights.change', when: 'always' },
    input: { params: z.strictObject({ key: z.string().regex(/^[0-9a-f]{32}$/) }), body: change },
    output: insight,
    errors: ['WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
