import type { MailText } from './mail-document.ts';

/** Identifies a mail by its kind and slot, so that it is written once only. */
export type MailKind =
  | 'contact'
  | 'contact-thanks'
  | 'report-subscription'
  | 'report-alert'
  | 'report-comment'
  | 'invitation';

/** A file of a mail; no two of a mail have the same name. */
export interface MailAttachment {
  readonly name: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface Mail {
  readonly kind: MailKind;
  readonly slot: string;
  /** A single plain address. */
  readonly recipient: string;
  readonly replyTo: { readonly name: string; readonly address: string } | null;
  readonly content: MailText;
  readonly attachments?: readonly MailAttachment[];
}
