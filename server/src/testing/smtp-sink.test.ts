import { once } from 'node:events';
import { connect } from 'node:net';
import { createTransport } from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { startSmtpSink } from './smtp-sink.ts';

test('a sender that is killed amid a mail has sent none, and disturbs nobody', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown) => void unhandled.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));

  const box = await startSmtpSink();
  const killed = connect(Number(box.url.port), '127.0.0.1');
  for (const words of ['EHLO a', 'MAIL FROM:<a@a.example>', 'RCPT TO:<b@b.example>', 'DATA', 'Subject: half']) {
    await once(killed, 'data');
    killed.write(`${words}\r\n`);
  }
  killed.resetAndDestroy();

  const sender = createTransport(box.url.href);
  await sender.sendMail({ from: 'a@a.example', to: 'b@b.example', subject: 'whole', text: 'Hello' });
  expect((await box.has(1)).map(({ subject }) => subject)).toEqual(['whole']);
  expect(unhandled).toEqual([]);
  sender.close();
  await box.close();
});
