/** Kinds of a tenant's mail; contact messages are the installation's, and in no tenant's outbox. */
export const MAIL_KINDS = [
  'report-subscription',
  'report-alert',
  'report-comment',
  'account-security',
  'invitation',
  'domain',
] as const;
/** `held`: written while no mail server was set up. `failed`: given up. */
export const MAIL_STATUSES = ['held', 'waiting', 'sent', 'failed'] as const;
export type MailStatus = (typeof MAIL_STATUSES)[number];
/** Mails that one page of the outbox lists. */
export const MAIL_PAGE = 50;
