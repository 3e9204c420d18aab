import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { MAIL_KINDS, MAIL_STATUSES } from './values/mail-words.ts';

export { MAIL_PAGE, type MailStatus } from './values/mail-words.ts';

export const MAX_MAIL_DOMAINS = 50;

/** A domain's exact name, in lower case; international ones in their ASCII form. */
const mailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253, 'Use at most 253 characters.')
  .regex(/^([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/, 'Enter a domain such as example.com.');

/** An address as it is stored and compared. */
export const mailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'Use at most 254 characters.')
  .pipe(z.email('Enter an email address such as ada@example.com.'));

const mailSettings = z.object({
  /** Domains whose addresses may receive reports without an account; none: no address may. */
  domains: z.array(z.string()),
  /** Those that the tenant has proven to be its own, whether they may receive reports or not. */
  verified: z.array(z.string()),
  /** Those who want no reports of the tenant any more, the latest first, 200 at most. */
  unsubscribed: z.array(z.object({ address: z.string(), at: z.iso.datetime() })),
  /** False: no mail server is set up, so that mail stays in the outbox. */
  server: z.boolean(),
});
export type MailSettings = z.infer<typeof mailSettings>;

const mailItem = z.object({
  id: z.uuid(),
  kind: z.enum(MAIL_KINDS),
  recipient: z.string(),
  subject: z.string(),
  status: z.enum(MAIL_STATUSES),
  createdAt: z.iso.datetime(),
  sentAt: z.iso.datetime().nullable(),
  attempts: z.int(),
  /** Why the last attempt failed. */
  reason: z.string().nullable(),
  /** When it is tried next; null unless it waits. */
  nextAttemptAt: z.iso.datetime().nullable(),
  /** Names of the files that it has or had. */
  files: z.array(z.string()),
});
export type MailItem = z.infer<typeof mailItem>;

const mail = z.object({
  ...mailItem.shape,
  /** Null for an invitation: the link in it is its recipient's alone. */
  text: z.string().nullable(),
  /** The same as a whole document, with its pictures while the mail has them: to be shown where no script of it can run. */
  html: z.string().nullable(),
});
export type StoredMail = z.infer<typeof mail>;

const administration = { permission: 'tenant.administer', tenant: 'tenant' } as const;
const byId = z.strictObject({ id: z.uuid() });

export const mailRoutes = {
  'GET /api/v1/mail/settings': defineRoute({
    ...administration,
    summary: 'Where the tenant’s reports may go by mail, and who unsubscribed',
    audit: { action: 'mail.settings', when: 'denied' },
    input: {},
    output: mailSettings,
    errors: [],
  }),
  'PATCH /api/v1/mail/settings': defineRoute({
    ...administration,
    summary: 'Change the domains whose addresses may receive reports without an account',
    audit: { action: 'mail.settings-change', when: 'always' },
    input: {
      body: z.strictObject({
        domains: z.array(mailDomain).max(MAX_MAIL_DOMAINS, `Enter at most ${MAX_MAIL_DOMAINS} domains.`),
      }),
    },
    output: mailSettings,
    errors: [],
  }),
  'GET /api/v1/mail': defineRoute({
    ...administration,
    summary: 'List the tenant’s mail, the newest first: sent, waiting, held and failed',
    audit: { action: 'mail.list', when: 'denied' },
    input: {
      query: z.strictObject({
        status: z.enum(MAIL_STATUSES).optional(),
        kind: z.enum(MAIL_KINDS).optional(),
        /** In the recipient or the subject. */
        search: z.string().trim().max(100).optional(),
        page: z.coerce.number().int().min(1).max(100_000).default(1),
      }),
    },
    output: z.object({ mails: z.array(mailItem), total: z.int(), server: z.boolean() }),
    errors: [],
  }),
  'GET /api/v1/mail/:id': defineRoute({
    ...administration,
    summary: 'Read one of the tenant’s mails',
    audit: { action: 'mail.read', when: 'always' },
    input: { params: byId },
    output: mail,
    errors: [],
  }),
  'POST /api/v1/mail/:id/retry': defineRoute({
    ...administration,
    summary: 'Send a mail that failed, or that was held while no mail server was set up',
    audit: { action: 'mail.retry', when: 'always' },
    input: { params: byId },
    output: mailItem,
    errors: ['CONFLICT'],
  }),
} as const;
