import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from './journey.ts';
import { MAIL_PORT } from './portal.ts';

export interface Mail extends Email {
  readonly recipients: readonly string[];
}

export interface SmtpSink {
  /** In the order of arrival. */
  readonly received: readonly Mail[];
  close(): Promise<void>;
}

/** The mail server of this worker's portal. While none is open, mail waits in the portal's queue. */
export async function openSmtpSink(): Promise<SmtpSink> {
  const received: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, session, callback) {
      const mail = await buffer(stream).catch(() => null);
      // The sender has ended amid the mail.
      if (mail === null) return;
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      received.push({ ...(await PostalMime.parse(mail)), recipients });
      callback();
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(MAIL_PORT, '127.0.0.1', resolve);
  });
  return { received, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Waits for the first mail to a recipient. */
export async function waitForMail(sink: SmtpSink, recipient: string): Promise<Mail> {
  const find = () => sink.received.find(({ recipients }) => recipients.includes(recipient));
  await expect.poll(find, `a mail to ${recipient}`).toBeDefined();
  return find()!;
}
