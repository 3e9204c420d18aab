import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSampleDatabase, type TestDatabase } from '../testing/database.ts';
import { startSmtpSink, type Delivery, type SmtpSink } from '../testing/smtp-sink.ts';
import { freePort, runProgram, SERVER, type Program } from '../testing/program.ts';

const OPERATORS = 'operators@rise.example';

let folder: string;
let portal: URL;
let box: SmtpSink;
let server: Program;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-mail-'));
  database = await createSampleDatabase(join(folder, 'data', 'warehouse'));
  portal = new URL(`http://127.0.0.1:${await freePort()}`);
  box = await startSmtpSink();
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended;
  await database.close();
  await box.close();
  await rm(folder, { recursive: true, force: true });
});

async function serve(): Promise<void> {
  server = runProgram(SERVER, {
    env: {
      RISE_DATA: join(folder, 'data'),
      DATABASE_URL: database.url,
      DATABASE_OWNER_URL: database.ownerUrl,
      PORT: portal.port,
      SMTP_URL: box.url.href,
      CONTACT_EMAIL: OPERATORS,
      LOG_LEVEL: 'silent',
    },
  });
  await server.waitForOutput('Rise is ready');
}

async function kill(): Promise<void> {
  server.child.kill('SIGKILL');
  await server.ended;
}

async function send(subject: string): Promise<number> {
  const { status } = await fetch(new URL('/api/v1/contact', portal), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-rise-request': '1' },
    body: JSON.stringify({ name: 'Ada', email: `${subject}@example.org`, subject, message: 'Hello' }),
  });
  return status;
}

const about = (subject: string) => box.accepted.filter((mail) => mail.subject === `[Rise] ${subject}`);

async function takes(subject: string): Promise<void> {
  while (about(subject).length === 0) await box.has(box.accepted.length + 1);
}

/** The next mail to the operators: resolves when its text is complete, and never gets a response. */
function hold(): Promise<Delivery> {
  return new Promise((locked) => {
    box.decide = (mail) => {
      if (!mail.recipients.includes(OPERATORS)) return undefined;
      locked(mail);
      return new Promise(() => undefined);
    };
  });
}

test('an acknowledged mail arrives wherever the server is killed, under one Message-ID', async () => {
  await serve();

  // Stored and being sent: the mail server has the text and has not responded.
  const locked = hold();
  expect(await send('before')).toBe(200);
  const { messageId } = await locked;
  // More that are not being sent yet.
  expect(await send('behind')).toBe(200);
  await kill();
  expect(about('before')).toEqual([]);

  box.decide = () => undefined;
  await serve();
  await takes('before');
  await takes('behind');
  expect(about('before').map((mail) => mail.messageId)).toEqual([messageId]);
  expect(about('behind')).toHaveLength(1);

  // Accepted, but possibly not marked as sent yet: a second copy is the same mail.
  const killed = new Promise<void>((resolve) => {
    box.onAccepted = (mail) => {
      if (mail.subject === '[Rise] after') resolve(kill());
    };
  });
  expect(await send('after')).toBe(200);
  await killed;
  box.onAccepted = () => undefined;
  await serve();
  expect(await send('last')).toBe(200);
  await takes('last');
  expect(new Set(about('after').map((mail) => mail.messageId)).size).toBe(1);
  // Mail that was finished before the kills is not sent again.
  expect(['before', 'behind', 'last'].map((subject) => about(subject).length)).toEqual([1, 1, 1]);
}, 240_000);
