import { afterAll, beforeAll, expect, test } from 'vitest';
import { ContactService } from '../../contact/contact.service.ts';
import { SYSTEM } from '../../kernel/actor.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { startSmtpSink, type SmtpSink } from '../../testing/smtp-sink.ts';
import { freePort } from '../../testing/program.ts';
import { examineInstallation, type Finding } from './doctor.ts';
import { ROOT } from '../../host/config/paths.ts';

const SENT = {
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'S',
  message: 'M',
  language: 'en',
  website: '',
} as const;

let fixture: TestDatabase;
let box: SmtpSink;

beforeAll(async () => {
  fixture = await createTestDatabase();
  box = await startSmtpSink();
});
afterAll(async () => {
  await box?.close();
  await fixture?.close();
});

/** What doctor reports about mail under these variables. */
async function mail(environment: Record<string, string>): Promise<Finding> {
  const everything = { DATABASE_URL: fixture.url, DATABASE_OWNER_URL: fixture.ownerUrl, ...environment };
  for await (const finding of examineInstallation(everything, ROOT)) if (finding.name === 'mail') return finding;
  throw new Error('doctor said nothing of mail');
}

test('doctor reports whether mail is configured, which mail failed, and what to do', async () => {
  expect(await mail({})).toEqual({
    name: 'mail',
    detail: 'not sent: contact messages are stored only; set SMTP_URL and CONTACT_EMAIL to have them mailed',
    remedy: null,
  });
  await new ContactService({ database: fixture.database, mail: null }).receive(null, SENT, 'r1');
  expect((await mail({ SMTP_URL: box.url.href })).detail).toBe(
    'not sent: contact messages are stored only; set CONTACT_EMAIL to have them mailed; 1 contact messages were never mailed, read them in contact_message',
  );

  const contactEmail = 'operators@rise.example';
  await new ContactService({ database: fixture.database, mail: { contactEmail, wake: () => undefined } }).receive(
    null,
    SENT,
    'r2',
  );
  const configured = { SMTP_URL: box.url.href, CONTACT_EMAIL: contactEmail };
  expect((await mail(configured)).detail).toMatch(
    /^goes out to operators@rise\.example; 1 waiting; 1 contact messages/,
  );

  const nobody = `smtp://user:secret@127.0.0.1:${await freePort()}`;
  const { remedy } = await mail({ ...configured, SMTP_URL: nobody });
  expect(remedy).toMatch(
    /^the server of SMTP_URL does not take mail \(.*ECONNREFUSED.*\); check address and password$/,
  );
  expect(remedy).not.toContain('secret');

  await fixture.database.withGlobal(
    SYSTEM,
    (tx) =>
      tx.run`UPDATE mail_outbox SET failed_at = now(), attempts = 1, last_error = '550 no' WHERE kind = 'contact'`,
  );
  expect((await mail(configured)).remedy).toBe(
    `1 contact messages could not be mailed, the last because of '550 no'; fix that, then run 'npm run rise -- mail retry'`,
  );
});
