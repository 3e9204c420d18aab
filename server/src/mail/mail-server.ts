import { createTransport, type Transporter } from 'nodemailer';
import { looksEncoded, toEncodedWords } from './encoded-words.ts';
import { oneLine } from './mail-document.ts';
import type { MailAttachment } from './mail.ts';
import type { DueMail } from './outbox.sql.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** Time that a mail in transfer gets when the server stops. */
const GRACE_MS = 10_000;

/** The mail transport. */
export class MailServer {
  readonly #from: string;
  readonly #transport: Transporter;

  /** `from`: the sender of our mail. */
  constructor(url: URL, from: string) {
    this.#from = from;
    this.#transport = createTransport({
      url: url.href,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** Resolves once the mail is accepted; rejects with the server's response. */
  async send(mail: DueMail & { attachments: readonly MailAttachment[] }, signal: AbortSignal): Promise<void> {
    const { messageId, recipient, replyTo, subject, text, html, attachments, unsubscribe } = mail;
    const title = oneLine(subject);
    // The library leaves an encoded word as it is, so that the reader's program would decode it.
    const encoded = looksEncoded(title) ? toEncodedWords(title) : null;
    const sent = this.#transport.sendMail({
      messageId,
      from: { name: 'Rise', address: this.#from },
      to: { name: '', address: recipient },
      ...(replyTo && { replyTo: replyToOf(replyTo) }),
      ...(encoded === null && { subject: title }),
      text,
      html,
      attachments: attachments.map(({ name: filename, contentType, content, contentId }) => ({
        filename,
        contentType,
        content,
        ...(contentId !== null && { cid: contentId, contentDisposition: 'inline' as const }),
      })),
      headers: {
        // Prevents automatic replies to automatic mail.
        'Auto-Submitted': 'auto-generated',
        // Mail programs offer it as a button (RFC 8058).
        ...(unsubscribe !== null && {
          'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
        ...(encoded !== null && { Subject: { prepared: true, value: encoded } }),
      },
    });
    const done = new AbortController();
    try {
      await Promise.race([sent, graceAfter(signal, done.signal)]);
    } finally {
      done.abort();
    }
  }

  /** Rejects where the server can't be reached or rejects our credentials. */
  async verify(): Promise<void> {
    await this.#transport.verify();
  }
}

/** A name that contains an encoded word is left out, since it would be decoded: the text of the mail has it. */
function replyToOf(replyTo: NonNullable<DueMail['replyTo']>) {
  const name = oneLine(replyTo.name);
  return { name: looksEncoded(name) ? '' : name, address: replyTo.address };
}

/** Rejects some time after `stop`; `done` ends the watch. */
function graceAfter(stop: AbortSignal, done: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const begin = () => setTimeout(() => reject(new Error('the server stopped')), GRACE_MS).unref();
    if (stop.aborted) begin();
    else stop.addEventListener('abort', begin, { once: true, signal: done });
  });
}
