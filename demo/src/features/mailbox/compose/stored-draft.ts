import { call } from '../../../client/client.ts';
import { type Mail, saveMail } from '../mail.ts';
import type { MailDraft } from '../reply.rules.ts';

const fieldsOf = ({ to, cc, bcc, attachments, subject, content, html }: MailDraft) => ({
  subject,
  content,
  html,
  to: to.join(', '),
  cc: [...cc],
  bcc: [...bcc],
  attachments: [...attachments],
});

/** A mail while it is written: stored with its first change, saved one call after the other, then sent or thrown away. */
export class StoredDraft {
  #id: string | null;
  #values: MailDraft;
  #queue: Promise<unknown> = Promise.resolve();
  #isDone = false;
  readonly #onCreated: (id: string, values: MailDraft) => void;

  constructor(id: string | null, values: MailDraft, onCreated: (id: string, values: MailDraft) => void) {
    this.#id = id;
    this.#values = values;
    this.#onCreated = onCreated;
  }

  readonly save = (change: Partial<MailDraft>): Promise<unknown> =>
    this.#next(async () => {
      // What is saved when the form closes must not bring back what was sent.
      if (this.#isDone) return;
      this.#values = { ...this.#values, ...change };
      await this.#store();
    });

  /** Sends it with these values; resolves with the mail. */
  send(values: MailDraft, sentFolder: string): Promise<Mail> {
    return this.#next(async () => {
      const mail = { ...fieldsOf(values), folder: sentFolder };
      const sent =
        (this.#id === null ? null : await saveMail(this.#id, mail)) ??
        (await call('POST /api/apps/mailbox/mail', { body: { mail: fieldsOf(values) } }));
      this.#isDone = true;
      return sent;
    });
  }

  /** Moves it to the trash with these values; resolves with its id, or null where nothing was written. */
  discard(values: MailDraft, trashFolder: string): Promise<string | null> {
    return this.#next(async () => {
      const isWritten = JSON.stringify(fieldsOf(values)) !== JSON.stringify(fieldsOf(this.#values));
      this.#values = values;
      if (this.#id === null && isWritten) await this.#store();
      if (this.#id !== null) await saveMail(this.#id, { ...fieldsOf(values), folder: trashFolder });
      this.#isDone = true;
      return this.#id;
    });
  }

  async #store(): Promise<void> {
    const fields = fieldsOf(this.#values);
    if (this.#id !== null && (await saveMail(this.#id, fields)) !== null) return;
    const created = await call('POST /api/apps/mailbox/mail', { body: { mail: { ...fields, draft: true } } });
    this.#id = created.id;
    this.#onCreated(created.id, this.#values);
  }

  #next<T>(act: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(act);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}
