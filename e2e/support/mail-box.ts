import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect } from './journey.ts';
import { MAIL_PORT } from './portal.ts';

export interface Mail extends Email {
  readonly recipients: readonly string[];
}

export interface MailBox {
  /** All that came, in its order. */
  readonly taken: readonly Mail[];
  close(): Promise<void>;
}

/** The mail server that the journeys' portal sends its mail to. While none is open, mail waits in the portal. */
export async function openMailBox(): Promise<MailBox> {
  const taken: Mail[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    async onData(stream, session, callback) {
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      taken.push({ ...(await PostalMime.parse(await buffer(stream))), recipients });
      callback();
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject);
    server.listen(MAIL_PORT, '127.0.0.1', resolve);
  });
  return { taken, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The first mail to somebody, once it has come. */
export async function mailTo(box: MailBox, recipient: string): Promise<Mail> {
  const find = () => box.taken.find(({ recipients }) => recipients.includes(recipient));
  await expect.poll(find, `a mail to ${recipient}`).toBeDefined();
  return find()!;
}
