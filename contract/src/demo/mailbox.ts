import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment, picture } from './fields.ts';

const attachment = z.object({
  /** A media type, such as image/png. */
  type: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  preview: picture.nullable(),
  downloadUrl: z.string(),
});

const line = z.string().trim().max(300);

/** One address, or several with commas between them, each as "Name <address>" or alone. */
const addresses = z.string().trim().max(4000);

const mail = z.object({
  id: z.string(),
  type: z.literal('mail'),
  /** The sender, as "Name <address>". */
  from: z.object({ avatar: picture.nullable(), contact: line }),
  to: addresses,
  cc: z.array(line),
  bcc: z.array(line),
  date: moment,
  subject: line,
  /** Plain text; line breaks count. */
  content: z.string().max(20_000),
  /** The same content as formatted HTML; absent or null where it is plain. Untrusted. */
  html: z.string().max(80_000).nullish(),
  attachments: z.array(attachment),
  starred: z.boolean(),
  important: z.boolean(),
  unread: z.boolean(),
  /** The single folder that contains it. */
  folder: z.string(),
  /** Ids of labels, without duplicates. */
  labels: z.array(z.string()),
  /** Of what the user wrote and has in another folder: where it belongs. */
  origin: z.enum(['drafts', 'sent']).optional(),
});
const change = mail.omit({ id: true, origin: true }).partial();
const listedMail = mail.extend({ ccCount: z.number().int(), bccCount: z.number().int() });

const folder = z.object({
  id: z.string(),
  title: z.string(),
  slug: z.string(),
  icon: z.string(),
  /** 0 for sent and trash; the number of mails for drafts and spam; otherwise the number of unread mails. */
  count: z.number().int().nonnegative(),
});
const filter = z.object({ id: z.string(), title: z.string(), slug: z.string(), icon: z.string() });

/** Any color, such as #4348c8 or teal. */
const color = z.string().trim().min(1, 'Choose a color').max(60);
const label = z.object({ id: z.string(), title: z.string(), slug: z.string(), color });
const labelTitle = z.string().trim().min(1, 'Write a title').max(60);

const settings = z.object({
  /** Where the open mail is on wide screens: next to the list, or below it. */
  messageLayout: z.enum(['right', 'bottom']),
  /** Whether keys such as j and k do something by themselves; absent where nothing was chosen: they do. */
  singleKeys: z.boolean().optional(),
});

const pagination = z.object({
  totalResults: z.number().int(),
  resultsPerPage: z.number().int(),
  currentPage: z.number().int(),
  lastPage: z.number().int().min(1),
  /** From 0. */
  startIndex: z.number().int(),
  /** Inclusive; one less than `startIndex` where there is no mail. */
  endIndex: z.number().int(),
});

export const mailboxCalls = {
  'GET /api/apps/mailbox/settings': { summary: 'The layout of the mailbox', output: settings },
  'PATCH /api/apps/mailbox/settings': {
    summary: 'Change the layout of the mailbox',
    body: z.object({ settings: settings.partial() }),
    output: settings,
  },
  'GET /api/apps/mailbox/folders': { summary: 'The folders with their counts', output: z.array(folder) },
  'GET /api/apps/mailbox/filters': { summary: 'The filters: boolean fields of a mail', output: z.array(filter) },
  'GET /api/apps/mailbox/labels': { summary: 'The labels', output: z.array(label) },
  'POST /api/apps/mailbox/label': {
    summary: 'Add a label; its slug is derived from its title',
    body: z.object({ label: z.object({ title: labelTitle, color: color.default('#f97316') }) }),
    output: label,
  },
  'PATCH /api/apps/mailbox/label': {
    summary: 'Change a label; its slug is derived again',
    body: z.object({ id: anyId, label: z.object({ title: labelTitle, color }).partial() }),
    output: label.nullable(),
  },
  'DELETE /api/apps/mailbox/label': {
    summary: 'Delete a label and remove it from all mails',
    query: byId,
    output: deleted,
  },
  'GET /api/apps/mailbox/mails': {
    summary: 'A page of the mails of a folder, filter or label, newest first; by default of all mails',
    query: z.object({
      folder: z.string().optional(),
      filter: z.string().optional(),
      label: z.string().optional(),
      /** Words that all are in the subject, the text, an address or the name of an attachment. */
      search: z.string().optional(),
      page: z.coerce.number('Use a number').int().min(1, 'The first page is 1').default(1),
    }),
    output: z.object({
      mails: z.array(listedMail),
      /** Beyond the last page, only the number of the last page. */
      pagination: z.union([pagination, z.object({ lastPage: z.number().int() })]),
    }),
  },
  'GET /api/apps/mailbox/mail': { summary: 'One mail', query: byId, output: mail.nullable() },
  'POST /api/apps/mailbox/mail': {
    summary: 'Send a mail, or save it as a draft',
    body: z.object({
      mail: z
        .object({
          to: addresses.default(''),
          cc: z.array(line).default([]),
          bcc: z.array(line).default([]),
          subject: line.default(''),
          content: mail.shape.content.default(''),
          html: mail.shape.html,
          attachments: z.array(attachment).default([]),
          draft: z.boolean().default(false),
        })
        .refine(({ to, draft }) => draft || to.includes('@'), { path: ['to'], error: 'Write an e-mail address' }),
    }),
    output: mail,
  },
  'PATCH /api/apps/mailbox/mail': {
    summary: 'Change a mail; returns the merged mail. Moving a draft to the sent folder sends it',
    body: z.object({ id: anyId, mail: change }),
    output: mail.nullable(),
  },
  'PATCH /api/apps/mailbox/mails': {
    summary: 'Change several mails, or none if a change is not valid; returns those that were there, merged',
    body: z.object({ mails: z.array(z.object({ id: anyId, mail: change })) }),
    output: z.array(mail),
  },
  'DELETE /api/apps/mailbox/mails': {
    summary: 'Delete several mails permanently; returns the ids of those that were in the trash',
    body: z.object({ ids: z.array(anyId) }),
    output: z.array(z.string()),
  },
  'DELETE /api/apps/mailbox/mail': {
    summary: 'Move a mail to the trash; delete it permanently if it is there',
    query: byId,
    output: deleted,
  },
  'DELETE /api/apps/mailbox/trash': {
    summary: 'Delete all mails in the trash permanently; returns their ids',
    output: z.array(z.string()),
  },
  'POST /api/apps/mailbox/restore': {
    summary: 'Bring back mails that were deleted permanently last; returns the ids of those that are there again',
    body: z.object({ ids: z.array(anyId) }),
    output: z.array(z.string()),
  },
} as const satisfies DemoCallTable;

export const mailboxState = z.object({
  settings,
  labels: z.array(label),
  mails: z.array(mail),
  /** The mails deleted permanently last, so that they can be brought back as they were. */
  deletions: z.array(mail).optional(),
});
