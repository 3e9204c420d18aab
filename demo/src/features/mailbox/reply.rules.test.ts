import { expect, test } from 'vitest';
import type { Mail } from './mail.ts';
import { draftOf, htmlOf, replyTo } from './reply.rules.ts';

const ME = 'me@a.example';
const MAIL: Mail = {
  id: '1',
  type: 'mail',
  from: { avatar: null, contact: 'Ada <ada@a.example>' },
  to: `Me <${ME}>, B <b@b.example>`,
  cc: ['C <c@c.example>', 'Ada <ada@a.example>'],
  bcc: [],
  date: '2030-01-01T10:00:00.000Z',
  subject: 'Rates',
  content: 'One <two>\nthree\n\nFour',
  attachments: [{ type: 'text/plain', name: 'a.txt', size: 1, preview: null, downloadUrl: 'data:,a' }],
  starred: false,
  important: false,
  unread: false,
  folder: 'inbox',
  labels: [],
};
const RE = { prefix: 'Re:', introduction: 'Ada wrote:' };

test('plain text becomes paragraphs, without elements of its own', () => {
  expect(htmlOf(MAIL.content)).toBe('<p>One &lt;two&gt;<br>three</p><p>Four</p>');
});

test('an answer goes to the sender, to all with the others, without the reader', () => {
  expect(replyTo(MAIL, 'reply', ME, RE)).toMatchObject({ to: [MAIL.from.contact], cc: [], attachments: [] });
  expect(replyTo(MAIL, 'reply-all', ME, RE)).toMatchObject({
    to: [MAIL.from.contact],
    cc: ['B <b@b.example>', 'C <c@c.example>'],
    subject: 'Re: Rates',
    content: '\n\nAda wrote:\n\n> One <two>\n> three\n> \n> Four',
  });
});

test('an answer to a mail of the reader goes to its recipients', () => {
  const own = { ...MAIL, from: { avatar: null, contact: `Me <${ME}>` }, to: 'B <b@b.example>' };
  expect(replyTo(own, 'reply', ME, RE)).toMatchObject({ to: ['B <b@b.example>'], cc: [] });
});

test('a mail is forwarded with its files, and marks of subjects are not repeated', () => {
  const forwarded = replyTo(MAIL, 'forward', ME, { prefix: 'Fwd:', introduction: 'x' });
  expect(forwarded).toMatchObject({ to: [], subject: 'Fwd: Rates', attachments: MAIL.attachments });
  for (const subject of ['RE: Rates', 'Yanıt: Rates'])
    expect(replyTo({ ...MAIL, subject }, 'reply', ME, RE).subject).toBe(subject);
});

test('a draft is shown as it was written', () => {
  expect(draftOf({ ...MAIL, html: '<b>Hi</b>' })).toMatchObject({
    to: [`Me <${ME}>`, 'B <b@b.example>'],
    html: '<b>Hi</b>',
  });
});
