import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { visibleLine } from './values/visible-text.ts';

/** Attempts of one delivery, the first included. */
export const MAX_DELIVERY_ATTEMPTS = 8;

const name = z.string().overwrite(visibleLine).min(1, 'Enter a name.').max(120, 'Use at most 120 characters.');

/** Where deliveries are sent. Whether its host may be reached is judged by the server. */
const webhookUrl = z
  .string()
  .max(2000, 'Use at most 2000 characters.')
  .refine(isWebhookUrl, 'Enter an https address such as https://hooks.example.com/rise, without a user name.');

function isWebhookUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hash === '';
}

/** `person`: an administrator paused it. `gone`: its receiver answered 410. */
const WEBHOOK_PAUSES = ['person', 'gone'] as const;

/**
 * Why a delivery did not succeed: the receiver answered with a `status` other than 2xx, or with a `redirect`; no answer in
 * time; the operator does not allow the `address`; no host has the `name`; the `certificate` cannot be verified; no
 * `connection`; the webhook was `paused` meanwhile; its `secret` cannot be read; the installation was `restored` from a backup, and it
 * may have been sent since that was made.
 */
const DELIVERY_REASONS = [
  'status',
  'redirect',
  'timeout',
  'address',
  'name',
  'certificate',
  'connection',
  'paused',
  'secret',
  'restored',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

const delivery = z.object({
  /** As in the header `Rise-Delivery`: of all attempts. */
  id: z.uuid(),
  kind: z.enum(['test', 'alert', 'subscription']),
  /** `waiting`: not sent yet, or to be tried again. */
  status: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  /** Of the last attempt. */
  reason: z.enum(DELIVERY_REASONS).nullable(),
  /** HTTP status of the last answer. */
  responseStatus: z.int().nullable(),
  createdAt: z.iso.datetime(),
  /** When it is tried next; null once it has ended. */
  nextAttemptAt: z.iso.datetime().nullable(),
  finishedAt: z.iso.datetime().nullable(),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const webhook = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  paused: z.enum(WEBHOOK_PAUSES).nullable(),
  /** Email address at the time. */
  createdBy: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type Webhook = z.infer<typeof webhook>;

const webhooks = z.object({ /** By name. */ webhooks: z.array(webhook) });
export type Webhooks = z.infer<typeof webhooks>;

/** What those see of a webhook who choose it. */
export const webhookChoice = z.object({ id: z.uuid(), name: z.string() });
export type WebhookChoice = z.infer<typeof webhookChoice>;

const deliveries = z.object({ /** The newest first, 50 at most. */ deliveries: z.array(delivery) });

const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const webhookRoutes = {
  'GET /api/v1/webhooks': defineRoute({
    ...administration,
    summary: 'List the tenant’s webhooks',
    audit: { action: 'webhook.list', when: 'denied' },
    input: {},
    output: webhooks,
    errors: [],
  }),
  'POST /api/v1/webhooks': defineRoute({
    ...administration,
    summary: 'Create a webhook; its signing secret is shown once',
    audit: { action: 'webhook.create', when: 'always' },
    input: { body: z.strictObject({ name, url: webhookUrl }) },
    output: z.object({ webhook, secret: z.string() }),
    errors: ['CONFLICT'],
  }),
  'PATCH /api/v1/webhooks/:id': defineRoute({
    ...administration,
    summary: 'Rename a webhook, change its address, pause or resume it',
    audit: { action: 'webhook.change', when: 'always' },
    input: {
      params: byId,
      body: z.strictObject({
        name: name.optional(),
        url: webhookUrl.optional(),
        /** What waits to be sent is given up where it is paused. */
        paused: z.boolean().optional(),
      }),
    },
    output: webhooks,
    errors: [],
  }),
  'DELETE /api/v1/webhooks/:id': defineRoute({
    ...administration,
    summary: 'Delete a webhook; alerts and subscriptions no longer send to it',
    audit: { action: 'webhook.delete', when: 'always' },
    input: { params: byId },
    output: webhooks,
    errors: [],
  }),
  'POST /api/v1/webhooks/:id/test': defineRoute({
    ...administration,
    summary: 'Send a test to a webhook, once',
    audit: { action: 'webhook.test', when: 'always' },
    input: { params: byId },
    output: deliveries,
    errors: ['CONFLICT'],
  }),
  'GET /api/v1/webhooks/:id/deliveries': defineRoute({
    ...administration,
    summary: 'List the last deliveries to a webhook',
    audit: { action: 'webhook.deliveries', when: 'denied' },
    input: { params: byId },
    output: deliveries,
    errors: [],
  }),
} as const;
