import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { partId } from './report-tiles.ts';
import { reportState } from './report.ts';
import { fieldName } from './values/field-name.ts';
import { figureFormat } from './values/measure-format.ts';
import { localizedText } from './values/text.ts';
import { scalar } from './query/filter.ts';
import { timeGrain } from './values/time-grain.ts';
import { versionNumber } from './values/version-number.ts';
import { visibleLine } from './values/visible-text.ts';
import { webhookChoice } from './webhooks.ts';

/** As the measure has it: of percent figures fractions, 0.05 for 5%. */
const figure = z.number();

/** When an alert fires. Periods that the data does not cover to their end are never judged. */
export const alertCondition = z.discriminatedUnion('kind', [
  /** `clear`: the value at which one that fires is normal again; that of the threshold if null. */
  z
    .strictObject({
      kind: z.literal('threshold'),
      when: z.enum(['above', 'below']),
      value: figure,
      clear: figure.nullable().default(null),
    })
    .refine(({ when, value, clear }) => clear === null || (when === 'above' ? clear <= value : clear >= value), {
      path: ['clear'],
      message: 'Back to normal must be on the other side of the threshold.',
    }),
  /** `by`: in the measure's unit, or as a fraction of the former value, 0.1 for 10%. */
  z.strictObject({
    kind: z.literal('change'),
    when: z.enum(['rises', 'falls', 'either']),
    by: figure.positive('Enter a number above 0.'),
    unit: z.enum(['value', 'percent']),
    /** What it is compared with: the period before, or what the figure was in the data version before. */
    against: z.enum(['period', 'version']),
  }),
  /** A change since the period before that is unusual among those of the last periods. */
  z.strictObject({ kind: z.literal('anomaly'), sensitivity: z.enum(['low', 'medium', 'high']) }),
]);
export type AlertCondition = z.infer<typeof alertCondition>;

/** Members that one alert watches, at most. */
export const MAX_ALERT_MEMBERS = 500;

/** The value of a dimension that a member has; null: none. */
const memberPart = z.strictObject({ field: fieldName, value: scalar.nullable() });
export type MemberPart = z.infer<typeof memberPart>;

export const PEER_STATISTICS = ['median', 'percentile', 'rank'] as const;
export type PeerStatistic = (typeof PEER_STATISTICS)[number];

/** Which figure of a tile an alert is on. */
export const alertScope = z.discriminatedUnion('kind', [
  /** That of all members together. */
  z.strictObject({ kind: z.literal('total') }),
  /** That of one member: a bar, a row, a member of a ranking. One value for each of some dimensions of the tile. */
  z.strictObject({ kind: z.literal('member'), parts: z.array(memberPart).min(1).max(4) }),
  /** Those of all members of some dimensions of the tile, each judged by itself. */
  z.strictObject({ kind: z.literal('any'), fields: z.array(fieldName).min(1).max(4) }),
  /** The median of the peers, or the subject's percentile or rank among them. */
  z.strictObject({ kind: z.literal('statistic'), statistic: z.enum(PEER_STATISTICS) }),
]);
export type AlertScope = z.infer<typeof alertScope>;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 22:00.');
/** From one time to another, past midnight where `until` is earlier, on the clocks of the tenant's time zone. */
export const quietHours = z
  .strictObject({ from: time, until: time })
  .refine(({ from, until }) => from !== until, { path: ['until'], message: 'Enter another time than the beginning.' });
export type QuietHours = z.infer<typeof quietHours>;

const of = {
  tile: partId,
  measure: fieldName,
  scope: alertScope,
  /** The selections that the figure is of. The report's page and period are ignored: an alert is on the latest period. */
  state: reportState,
};
const content = {
  title: z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(120, 'Use at most 120 characters.'),
  condition: alertCondition,
  /** Notices are held until these hours end. */
  quiet: quietHours.nullable(),
  /** Whether notices come by mail, too. */
  mail: z.boolean(),
  /** The webhook that each notified change of state is sent to, too. */
  webhook: z.uuid().nullable(),
};

const newAlert = z.strictObject({
  ...of,
  ...content,
  scope: of.scope.default({ kind: 'total' }),
  state: reportState.prefault({}),
  quiet: content.quiet.default(null),
  mail: content.mail.default(true),
  webhook: content.webhook.default(null),
});
export type NewAlert = z.infer<typeof newAlert>;

const alertChange = z.strictObject({
  ...z.object(content).partial().shape,
  /** The revision that was changed. */
  basedOn: versionNumber,
});
export type AlertChange = z.infer<typeof alertChange>;

/** What a figure is called, and how it is written. */
const watchedFigure = z.object({
  title: localizedText,
  format: figureFormat,
  /** The tenant's reporting currency, ISO 4217: of amounts whose currency the model does not name. */
  currency: z.string(),
  /** What the periods are; null: the figure is of all rows. */
  grain: timeGrain.nullable(),
  /** The name of the member that it is of; null without one. */
  member: localizedText.nullable(),
  /** What it says of the peers; null for a measure itself. */
  statistic: z.enum(PEER_STATISTICS).nullable(),
});
export type WatchedFigure = z.infer<typeof watchedFigure>;

/** The course of a figure, as its alerts see it. */
const figureCourse = z.object({
  figure: watchedFigure,
  /** In order of time, with the first day of each; the last 60. Without periods one, whose period is null. */
  points: z.array(
    z.object({
      period: z.string().nullable(),
      value: z.number().nullable(),
      /** Whether the data does not cover the period to its end. */
      isOpen: z.boolean(),
    }),
  ),
  /** Of an alert on any member: each of them with its values in these periods, whose own values are null then. */
  members: z
    .array(
      z.object({
        /** Identifies the member among the others. */
        key: z.string(),
        parts: z.array(memberPart),
        label: localizedText,
        values: z.array(z.number().nullable()),
        /** Whether the data has it in the latest closed period. */
        isPresent: z.boolean(),
      }),
    )
    .nullable(),
  /** Whether there are more members than an alert can watch. */
  isTruncated: z.boolean(),
  dataVersion: z.int(),
});
export type FigureCourse = z.infer<typeof figureCourse>;

/**
 * `new`: not judged yet. `no-data`: the figure has no value, or too few periods have. `failed`: it could not be computed.
 * `no-access`: its owner may not open the report any more, and gets no notices.
 */
export const ALERT_STATUSES = ['new', 'ok', 'firing', 'no-data', 'failed', 'no-access'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/**
 * Why an alert could not be judged: its figure is no longer in the report (`gone`), or cannot be computed with its
 * selections (`query`); it has too many `members`; the report is `archived`; the data could not be read (`unavailable`).
 */
export const ALERT_FAILURES = ['gone', 'query', 'members', 'archived', 'unavailable'] as const;
export type AlertFailure = (typeof ALERT_FAILURES)[number];

/**
 * `gone`: the data no longer has the member in the latest period. `new`, of changes only: it has one that it did not have.
 */
export const MEMBER_STATUSES = ['ok', 'firing', 'no-data', 'gone', 'new'] as const;
export type MemberStatus = (typeof MEMBER_STATUSES)[number];

const memberFinding = z.object({
  label: localizedText,
  status: z.enum(MEMBER_STATUSES),
  value: z.number().nullable(),
  reference: z.number().nullable(),
});
export type MemberFinding = z.infer<typeof memberFinding>;

/** Of an alert on any member: how many there are and fire, and the first of those that are worth a mention. */
const memberSummary = z.object({
  total: z.int(),
  firing: z.int(),
  findings: z.array(memberFinding),
  /** How many more there are. */
  more: z.int(),
});
export type MemberSummary = z.infer<typeof memberSummary>;

const judgment = {
  status: z.enum(ALERT_STATUSES),
  failure: z.enum(ALERT_FAILURES).nullable(),
  /** Of the latest closed period. */
  value: z.number().nullable(),
  period: z.string().nullable(),
  /** What the value was compared with; null where it was with nothing. */
  reference: z.number().nullable(),
  dataVersion: z.int().nullable(),
  /** Of an alert on any member those that are not normal, of a check those that have changed; null for others. */
  members: memberSummary.nullable(),
};

export const reportAlert = z.object({
  id: z.uuid(),
  report: z.uuid(),
  /** Null while the owner may not open the report. */
  reportTitle: localizedText.nullable(),
  ...of,
  ...content,
  figure: watchedFigure,
  revision: versionNumber,
  isPaused: z.boolean(),
  ...judgment,
  checkedAt: z.iso.datetime().nullable(),
  /** Since when it has its status. */
  changedAt: z.iso.datetime(),
  /** When a notice will be sent that quiet hours hold; null without one. */
  heldUntil: z.iso.datetime().nullable(),
});
export type ReportAlert = z.infer<typeof reportAlert>;

const alertCheck = z.object({
  id: z.uuid(),
  checkedAt: z.iso.datetime(),
  ...judgment,
  /** Whether the status differs from that of the check before, or a member's from what the owner knows. */
  isChange: z.boolean(),
});
export type AlertCheck = z.infer<typeof alertCheck>;

const alerts = z.object({
  alerts: z.array(reportAlert),
  /** IANA name of the tenant's time zone. */
  zone: z.string(),
  /** False: no mail server is set up, so that notices come in the portal only. */
  mail: z.boolean(),
  /** The tenant's webhooks, of which an alert may name one. */
  webhooks: z.array(webhookChoice),
});
export type ReportAlerts = z.infer<typeof alerts>;

const byId = z.strictObject({ id: z.uuid() });
/** A person's own; those of others are NOT_FOUND. */
const own = { permission: 'report.read', tenant: 'tenant' } as const;

export const reportAlertRoutes = {
  'GET /api/v1/report-alerts': defineRoute({
    ...own,
    summary: 'List the caller’s alerts on figures of reports',
    audit: { action: 'report-alert.list', when: 'denied' },
    input: {},
    output: alerts,
    errors: [],
  }),
  'POST /api/v1/reports/:id/alerts': defineRoute({
    ...own,
    summary: 'Set an alert on a figure of a report',
    audit: { action: 'report-alert.create', when: 'always' },
    input: { params: byId, body: newAlert },
    output: alerts,
    errors: ['CONFLICT', 'QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/reports/:id/alerts/course': defineRoute({
    ...own,
    readOnly: true,
    summary: 'Read the course of a figure, or of those of all members, that an alert can be set on',
    audit: { action: 'report-alert.course', when: 'denied' },
    input: {
      params: byId,
      body: z.strictObject({
        ...of,
        scope: of.scope.default({ kind: 'total' }),
        state: reportState.prefault({}),
      }),
    },
    output: figureCourse,
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'PATCH /api/v1/report-alerts/:id': defineRoute({
    ...own,
    summary: 'Change an alert; with another condition it is judged again',
    audit: { action: 'report-alert.change', when: 'always' },
    input: { params: byId, body: alertChange },
    output: alerts,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/report-alerts/:id/pause': defineRoute({
    ...own,
    summary: 'Pause an alert, or resume it',
    audit: { action: 'report-alert.pause', when: 'always' },
    input: { params: byId, body: z.strictObject({ paused: z.boolean() }) },
    output: alerts,
    errors: [],
  }),
  'DELETE /api/v1/report-alerts/:id': defineRoute({
    ...own,
    summary: 'Delete an alert',
    audit: { action: 'report-alert.delete', when: 'always' },
    input: { params: byId },
    output: alerts,
    errors: [],
  }),
  'GET /api/v1/report-alerts/:id/checks': defineRoute({
    ...own,
    summary: 'List the last checks of an alert, the newest first',
    audit: { action: 'report-alert.checks', when: 'denied' },
    input: { params: byId },
    output: z.object({ checks: z.array(alertCheck) }),
    errors: [],
  }),
} as const;
