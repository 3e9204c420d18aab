import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { SKIP_REASONS } from './report-subscriptions.ts';
import { fieldName } from './values/field-name.ts';
import { figureFormat } from './values/measure-format.ts';
import { localizedText } from './values/text.ts';
import { timeGrain } from './values/time-grain.ts';

/** Figures of a report on the start page, at most. */
export const MAX_HOME_FIGURES = 6;

/** A subscription that the caller set up or receives. */
const homeSubscription = z.object({
  id: z.uuid(),
  title: z.string(),
  report: z.uuid(),
  reportTitle: localizedText,
  isOwn: z.boolean(),
  /** IANA name of the tenant's time zone. */
  zone: z.string(),
  /** Null while it is paused. */
  next: z.iso.datetime().nullable(),
  paused: z.enum(['person', 'archived', 'owner']).nullable(),
  /** What became of the last run, for the caller where they receive it; null before the first. */
  last: z
    .object({
      slot: z.iso.datetime(),
      status: z.enum(['waiting', 'running', 'queued', 'held', 'sent', 'skipped', 'failed']),
      skipped: z.enum(SKIP_REASONS).nullable(),
    })
    .nullable(),
});
export type HomeSubscription = z.infer<typeof homeSubscription>;

/** What a person's start page has of their own. */
export const home = z.object({
  /** The report that they chose; null without one, and while they may not open it. */
  report: z
    .object({
      id: z.uuid(),
      title: localizedText,
      /** Titles of the figures that it shows, in their order; none where it has none. */
      figures: z.array(z.object({ measure: fieldName, title: localizedText })),
    })
    .nullable(),
  /** The next to be sent first; paused ones last. */
  subscriptions: z.array(homeSubscription),
});
export type Home = z.infer<typeof home>;

/** The figures of the chosen report, with the rights of the caller; in the order of `Home.report.figures`. */
export const homeFigures = z.object({
  report: z.uuid(),
  asOf: z.iso.date().nullable(),
  /** The tenant's reporting currency, ISO 4217: of amounts whose currency the model does not name. */
  currency: z.string(),
  /** Of figures over time, the latest. */
  period: z.object({ start: z.string(), grain: timeGrain, isIncomplete: z.boolean() }).nullable(),
  figures: z.array(
    z.object({
      measure: fieldName,
      /** Exact decimals are texts; null without a value. */
      value: z.union([z.string(), z.number()]).nullable(),
      format: figureFormat,
    }),
  ),
});
export type HomeFigures = z.infer<typeof homeFigures>;

const own = { permission: 'report.read', tenant: 'tenant' } as const;

export const homeRoutes = {
  'GET /api/v1/home': defineRoute({
    ...own,
    summary: 'Read the report that the caller chose for their start page, and their subscriptions of all reports',
    audit: { action: 'home.read', when: 'denied' },
    input: {},
    output: home,
    errors: [],
  }),
  'GET /api/v1/home/figures': defineRoute({
    ...own,
    summary: 'Compute the key figures of the report on the caller’s start page; NOT_FOUND without one',
    audit: { action: 'home.figures', when: 'denied' },
    input: {},
    output: homeFigures,
    errors: ['QUERY_INVALID', 'QUERY_TIMEOUT', 'BUSY', 'CONFLICT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'PUT /api/v1/reports/:id/home': defineRoute({
    ...own,
    summary: 'Show a report on the caller’s start page instead of the one before, or no longer',
    audit: { action: 'home.report', when: 'denied' },
    input: { params: z.strictObject({ id: z.uuid() }), body: z.strictObject({ shown: z.boolean() }) },
    output: home,
    errors: [],
  }),
} as const;
