import type { MailText } from './mail-document.ts';

/** Identifies a mail by its kind and slot, so that it is written once only. */
export type MailKind =
  | 'contact'
  | 'contact-thanks'
  | 'report-subscription'
  | 'report-alert'
  | 'report-comment'
  | 'account-security'
  | 'invitation'
  | 'domain';

/** A file of a mail; no two of a mail have the same name. */
export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
  /** Of a picture within the mail; null for a file beside it. */
  readonly contentId: string | null;
}

/** How a tenant's mail goes out. */
export interface TenantMail {
  /** Its domain is that of Message-IDs. */
  readonly contactEmail: string;
  /** No mail server is set up: mail stays in the outbox until a person sends it. */
  readonly isHeld: boolean;
  /** Wakes the outbox to deliver at once. */
  wake(): void;
}

/** `mail`: of the mail server; null where none is set up. */
export const tenantMail = (mail: Omit<TenantMail, 'isHeld'> | null, publicUrl: URL): TenantMail =>
  mail === null
    ? { contactEmail: `rise@${publicUrl.hostname}`, isHeld: true, wake: () => undefined }
    : { contactEmail: mail.contactEmail, isHeld: false, wake: () => mail.wake() };

export interface Mail {
  readonly kind: MailKind;
  readonly slot: string;
  /** A single plain address. */
  readonly recipient: string;
  readonly replyTo: { readonly name: string; readonly address: string } | null;
  readonly content: MailText;
  readonly attachments?: readonly MailAttachment[];
  /** In whose outbox it is; omitted for mail of the installation. */
  readonly tenant?: { readonly id: string; readonly isHeld: boolean };
  /** The page on which the recipient unsubscribes; omitted for people with an account. */
  readonly unsubscribe?: URL | undefined;
}
