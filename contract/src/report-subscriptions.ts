import { z } from 'zod';
import { signedFilters } from './embedding.ts';
import { mailAddress } from './mail.ts';
import { defineRoute } from './protocol/define-route.ts';
import { reportState } from './report.ts';
import { LANGUAGES } from './values/text.ts';
import { versionNumber } from './values/version-number.ts';
import { visibleLine } from './values/visible-text.ts';
import { webhookChoice } from './webhooks.ts';

const at = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:00.');
/** When a report is sent, in the wall time of the tenant's time zone. */
export const subscriptionRule = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('day'), at }),
  /** Monday to Friday. */
  z.strictObject({ every: z.literal('weekday'), at }),
  /** `on`: 1 is Monday, 7 is Sunday. */
  z.strictObject({ every: z.literal('week'), on: z.int().min(1).max(7), at }),
  /** `on`: a day that each month has, or its last. */
  z.strictObject({ every: z.literal('month'), on: z.union([z.int().min(1).max(28), z.literal('last')]), at }),
]);
export type SubscriptionRule = z.infer<typeof subscriptionRule>;

/** A file of the whole report that a mail can have. */
export const SUBSCRIPTION_ATTACHMENTS = ['pdf', 'xlsx'] as const;
export type SubscriptionAttachment = (typeof SUBSCRIPTION_ATTACHMENTS)[number];
export const MAX_RECIPIENTS = 100;

const content = {
  title: z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(120, 'Use at most 120 characters.'),
  rule: subscriptionRule,
  /** The selections that the report is sent with; all of its pages. */
  state: reportState,
  /** Each at most once; empty: the mail has the key figures and a link. */
  attachments: z
    .array(z.enum(SUBSCRIPTION_ATTACHMENTS))
    .max(SUBSCRIPTION_ATTACHMENTS.length)
    .refine((all) => new Set(all).size === all.length, 'Choose each format once.'),
  /** Sent only while the data version is newer than that of the last one sent. */
  onlyNew: z.boolean(),
  /** The webhook that the outcome of each scheduled run is sent to. */
  webhook: z.uuid().nullable(),
};
/** Account ids of the tenant; others than the caller's only where the caller may edit the workspace. */
const recipients = z.array(z.uuid()).max(MAX_RECIPIENTS, `Choose at most ${MAX_RECIPIENTS} recipients.`);

/**
 * Recipients without an account, for those who may edit the workspace, at domains that the tenant allows. They are
 * nobody in particular: they get the rows of the filters alone, under all row rules of the model.
 */
const outside = z.strictObject({
  /** Each once. With the accounts there may be as many as there may be recipients. */
  addresses: z
    .array(mailAddress)
    .min(1, 'Enter at least one address.')
    .max(MAX_RECIPIENTS, `Enter at most ${MAX_RECIPIENTS} addresses.`)
    .overwrite((all) => [...new Set(all)]),
  /** At least one: without any, they would get all rows. */
  filters: signedFilters.refine(
    (filters) => Object.keys(filters).length > 0,
    'Choose which rows addresses outside get: filter by at least one field.',
  ),
  language: z.enum(LANGUAGES),
});
export type OutsideRecipients = z.infer<typeof outside>;

export const newSubscription = z.strictObject({
  ...content,
  state: reportState.prefault({}),
  attachments: content.attachments.default([]),
  onlyNew: z.boolean().default(false),
  webhook: content.webhook.default(null),
  recipients,
  outside: outside.nullable().default(null),
});
export type NewSubscription = z.infer<typeof newSubscription>;

const subscriptionChange = z.strictObject({
  ...z.object({ ...content, recipients, outside: outside.nullable() }).partial().shape,
  /** The revision that was changed. */
  basedOn: versionNumber,
});
export type SubscriptionChange = z.infer<typeof subscriptionChange>;

/**
 * Why nothing was sent. Of a whole run: `unchanged` data, `no-data` at all, `missed` while the server was down, `no-mail`
 * is set up, the report is `archived`, its `owner` may not send it any more. Of a recipient: they `left` the tenant or
 * were disabled, may no longer open the report (`no-access`), or have no valid address (`no-address`). Of an address
 * outside: its `domain` is not allowed any more, it was `unsubscribed` by its reader, or the filters of its rows
 * no longer limit the whole report (`no-scope`).
 */
export const SKIP_REASONS = [
  'unchanged',
  'no-data',
  'missed',
  'no-mail',
  'archived',
  'owner',
  'left',
  'no-access',
  'no-address',
  'domain',
  'unsubscribed',
  'no-scope',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

const person = z.object({ account: z.uuid(), name: z.string(), email: z.string() });
export type SubscriptionPerson = z.infer<typeof person>;

const delivery = z.object({
  email: z.string(),
  /** `queued`: the mail server has not accepted it yet. `held`: there is none, so it stays in the outbox. */
  status: z.enum(['queued', 'held', 'sent', 'skipped', 'failed']),
  skipped: z.enum(SKIP_REASONS).nullable(),
  /** Why it failed, in a sentence; null otherwise. */
  failure: z.string().nullable(),
});

const subscriptionRun = z.object({
  id: z.uuid(),
  /** The time it was due, or at which a person started it. */
  slot: z.iso.datetime(),
  /** False: a person had it sent to themselves. */
  scheduled: z.boolean(),
  status: z.enum(['waiting', 'running', 'sent', 'skipped', 'failed']),
  skipped: z.enum(SKIP_REASONS).nullable(),
  failure: z.string().nullable(),
  dataVersion: z.int().nullable(),
  finishedAt: z.iso.datetime().nullable(),
  /** One for each recipient; for those who may not change the subscription, their own. */
  deliveries: z.array(delivery),
});
export type SubscriptionRun = z.infer<typeof subscriptionRun>;

export const reportSubscription = z.object({
  id: z.uuid(),
  report: z.uuid(),
  ...content,
  revision: versionNumber,
  /** IANA name of the tenant's time zone. */
  zone: z.string(),
  /** For those who may not change the subscription, themselves. */
  recipients: z.array(person),
  /** Null where there are none, and for those who may not change the subscription. */
  outside: z
    .object({
      addresses: z.array(
        z.object({
          address: z.string(),
          /** Why it gets nothing. */ stopped: z.enum(['domain', 'unsubscribed']).nullable(),
        }),
      ),
      filters: signedFilters,
      language: z.enum(LANGUAGES),
    })
    .nullable(),
  /** Email address of who set it up. */
  owner: z.string(),
  isOwn: z.boolean(),
  /** `person`: someone paused it. `archived`: its report is. `owner`: who set it up may not send it any more. */
  paused: z.enum(['person', 'archived', 'owner']).nullable(),
  /** The next three times; none while it is paused. */
  next: z.array(z.iso.datetime()),
  /** The newest first, five at most. */
  lastRuns: z.array(subscriptionRun),
  can: z.object({
    change: z.boolean(),
    /** Be a recipient no longer. */
    leave: z.boolean(),
  }),
});
export type ReportSubscription = z.infer<typeof reportSubscription>;

const subscriptions = z.object({
  subscriptions: z.array(reportSubscription),
  /** The tenant's people, where the caller may send to others; the caller alone otherwise. */
  people: z.array(person),
  zone: z.string(),
  /** False: no mail server is set up, so that mail stays in the outbox of the administration. */
  mail: z.boolean(),
  /** What addresses outside may be, for those who may send to others; null otherwise. */
  outside: z
    .object({
      /** None: the tenant allows no address. */
      domains: z.array(z.string()),
      /** Dimensions that their rows can be limited by: those that all datasets of the report have. */
      fields: z.array(z.string()),
    })
    .nullable(),
  /** The tenant's webhooks, of which a subscription may name one. */
  webhooks: z.array(webhookChoice),
  can: z.object({ /** Send to others, and change what others set up. */ share: z.boolean() }),
});
export type ReportSubscriptions = z.infer<typeof subscriptions>;

const byReport = z.strictObject({ id: z.uuid() });
const bySubscription = z.strictObject({ id: z.uuid(), subscription: z.uuid() });
/** Of a report that the caller may open: those they set up or receive, and all where they may edit the workspace. Others are NOT_FOUND. */
const own = { permission: 'report.read', tenant: 'tenant' } as const;

export const reportSubscriptionRoutes = {
  'GET /api/v1/reports/:id/subscriptions': defineRoute({
    ...own,
    summary: 'List the subscriptions of a report that the caller finds',
    audit: { action: 'report-subscription.list', when: 'denied' },
    input: { params: byReport },
    output: subscriptions,
    errors: [],
  }),
  'POST /api/v1/reports/:id/subscriptions': defineRoute({
    ...own,
    summary: 'Have a report sent by mail on a schedule',
    audit: { action: 'report-subscription.create', when: 'always' },
    input: { params: byReport, body: newSubscription },
    output: subscriptions,
    errors: ['CONFLICT'],
  }),
  'PATCH /api/v1/reports/:id/subscriptions/:subscription': defineRoute({
    ...own,
    summary: 'Change a subscription',
    audit: { action: 'report-subscription.change', when: 'always' },
    input: { params: bySubscription, body: subscriptionChange },
    output: subscriptions,
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/reports/:id/subscriptions/:subscription': defineRoute({
    ...own,
    summary: 'Delete a subscription; a recipient who may not change it leaves it',
    audit: { action: 'report-subscription.delete', when: 'always' },
    input: { params: bySubscription },
    output: subscriptions,
    errors: [],
  }),
  'POST /api/v1/reports/:id/subscriptions/:subscription/pause': defineRoute({
    ...own,
    summary: 'Pause a subscription, or resume it',
    audit: { action: 'report-subscription.pause', when: 'always' },
    input: { params: bySubscription, body: z.strictObject({ paused: z.boolean() }) },
    output: subscriptions,
    errors: ['CONFLICT'],
  }),
  'POST /api/v1/reports/:id/subscriptions/:subscription/send': defineRoute({
    ...own,
    summary: 'Send a subscribed report to the caller now, with their own rights',
    audit: { action: 'report-subscription.send', when: 'always' },
    input: { params: bySubscription },
    output: subscriptions,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/reports/:id/subscriptions/:subscription/runs': defineRoute({
    ...own,
    summary: 'List the last hundred runs of a subscription, the newest first',
    audit: { action: 'report-subscription.runs', when: 'denied' },
    input: { params: bySubscription },
    output: z.object({ runs: z.array(subscriptionRun) }),
    errors: [],
  }),
} as const;
