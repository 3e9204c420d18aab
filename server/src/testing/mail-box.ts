import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** What a mail box does with a mail whose text it has: takes it, or refuses it with this answer. */
type Decision = void | { code: number; message: string };

export interface Delivery extends Email {
  /** As it came, headers and all. */
  readonly raw: string;
  readonly recipients: readonly string[];
}

export interface MailBox {
  readonly url: URL;
  /** All that was accepted, in the order of its coming. */
  readonly taken: Delivery[];
  /** Asked before a mail is accepted; by default everything is. */
  decide: (mail: Delivery) => Decision | Promise<Decision>;
  /** Told once the sender has its answer. */
  onTaken: (mail: Delivery) => void;
  /** Asked for each recipient. */
  refuses: (recipient: string) => Decision;
  /** Resolves once this many mails were accepted. */
  has(count: number): Promise<Delivery[]>;
  close(): Promise<void>;
}

/** A mail server on a free port that keeps what it is sent. */
export async function openMailBox(): Promise<MailBox> {
  let changed: () => void = () => undefined;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      callback(failure(box.refuses(address)));
    },
    async onData(stream, session, callback) {
      const raw = await buffer(stream);
      const recipients = session.envelope.rcptTo.map(({ address }) => address);
      const mail = { ...(await PostalMime.parse(raw)), raw: raw.toString(), recipients };
      const refusal = failure(await box.decide(mail));
      if (!refusal) box.taken.push(mail);
      callback(refusal);
      if (refusal) return;
      box.onTaken(mail);
      changed();
    },
  });
  // A sender that is killed breaks its connection off.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const box: MailBox = {
    url: new URL(`smtp://127.0.0.1:${port}`),
    taken: [],
    decide: () => undefined,
    onTaken: () => undefined,
    refuses: () => undefined,
    async has(count) {
      while (box.taken.length < count) {
        await new Promise<void>((resolve) => {
          changed = resolve;
        });
      }
      return box.taken;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return box;
}

function failure(decision: Decision): Error | null {
  return decision ? Object.assign(new Error(decision.message), { responseCode: decision.code }) : null;
}
