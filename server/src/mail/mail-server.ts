import { createTransport } from 'nodemailer';
import { oneLine } from './mail-document.ts';
import type { DueMail } from './outbox.sql.ts';

const CONNECT_MS = 10_000;
const SILENCE_MS = 30_000;
/** How long a mail under way may still take when the server stops. */
const GRACE_MS = 10_000;

/** Whoever takes our mail. */
export interface MailServer {
  /** Resolves once the mail is accepted; rejects with what the server said. */
  send(mail: DueMail, signal: AbortSignal): Promise<void>;
  /** Rejects where it can't be reached or does not let us in. */
  verify(): Promise<void>;
}

/** `from`: the address that our mail comes from. */
export function smtpServer(url: URL, from: string): MailServer {
  const transport = createTransport({
    url: url.href,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail, signal) {
      const { messageId, recipient, replyTo, subject, text, html } = mail;
      const sent = transport.sendMail({
        messageId,
        from: { name: 'Rise', address: from },
        to: { name: '', address: recipient },
        ...(replyTo && { replyTo: { name: oneLine(replyTo.name), address: replyTo.address } }),
        subject: oneLine(subject),
        text,
        html,
        // No automatic answer of theirs shall answer ours.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
      const done = new AbortController();
      try {
        await Promise.race([sent, graceAfter(signal, done.signal)]);
      } finally {
        done.abort();
      }
    },
    async verify() {
      await transport.verify();
    },
  };
}

/** Rejects a while after `stop`; `done` ends the watch. */
function graceAfter(stop: AbortSignal, done: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const begin = () => setTimeout(() => reject(new Error('the server stopped')), GRACE_MS).unref();
    if (stop.aborted) begin();
    else stop.addEventListener('abort', begin, { once: true, signal: done });
  });
}
