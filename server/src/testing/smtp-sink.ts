import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What the sink does with a received mail: accepts it, or rejects it with this response. */
type Decision = void | { code: number; message: string };

export interface Delivery extends Email {
  /** As received, including headers. */
  readonly raw: string;
  readonly recipients: readonly string[];
}

export interface SmtpSink {
  readonly url: URL;
  /** Accepted mails, in order of arrival. */
  readonly accepted: Delivery[];
  /** Decides on each mail; accepts all by default. */
  decide: (mail: Delivery) => Decision | Promise<Decision>;
  /** Called once the sender has received the response. */
  onAccepted: (mail: Delivery) => void;
  /** Decides on each recipient. */
  refuses: (recipient: string) => Decision;
  /** Resolves once this many mails were accepted. */
  has(count: number): Promise<Delivery[]>;
  close(): Promise<void>;
}

/** An SMTP server on a free port that stores what it receives. */
export async function startSmtpSink(): Promise<SmtpSink> {
  let changed: () => void = () => undefined;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      callback(failure(box.refuses(address)));
    },
    async onData(stream, session, callback) {
      const raw = await buffer(stream).catch(() => null);
      // The sender was killed amid the mail.
      if (raw === null) return;
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const mail = { ...(await PostalMime.parse(raw)), raw: raw.toString(), recipients };
      const error = failure(await box.decide(mail));
      if (!error) box.accepted.push(mail);
      callback(error);
      if (error) return;
      box.onAccepted(mail);
      changed();
    },
  });
  // A killed sender resets its connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const box: SmtpSink = {
    url: new URL(`smtp://127.0.0.1:${port}`),
    accepted: [],
    decide: () => undefined,
    onAccepted: () => undefined,
    refuses: () => undefined,
    async has(count) {
      while (box.accepted.length < count) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
      return box.accepted;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return box;
}

function failure(decision: Decision): Error | null {
  return decision ? Object.assign(new Error(decision.message), { responseCode: decision.code }) : null;
}
