import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../host/config/paths.ts';
import { signatureOf } from './webhook-signature.rules.ts';

const { isFromRise } = (await import(join(ROOT, 'samples/webhooks/verify.mjs'))) as {
  isFromRise: (delivery: { secret: string; signature: string; body: string }) => boolean;
};

const secret = 'rise_hook_a-secret-as-the-portal-shows-it-once';
const body = JSON.stringify({ event: 'test', data: { name: 'Ağ geçidi' } });
const now = new Date();
const signature = signatureOf(secret, body, now);

test('the guide’s example accepts what was signed, and no other text, secret or time', () => {
  expect(isFromRise({ secret, signature, body })).toBe(true);
  expect(isFromRise({ secret, signature, body: `${body} ` })).toBe(false);
  expect(isFromRise({ secret: `${secret}!`, signature, body })).toBe(false);
  const [time, code] = signature.split(',');
  const later = `t=${Number(time!.slice(2)) + 1},${code}`;
  expect(isFromRise({ secret, signature: later, body })).toBe(false);
  const old = signatureOf(secret, body, new Date(now.getTime() - 3_600_000));
  expect(isFromRise({ secret, signature: old, body })).toBe(false);
  for (const none of ['', 'v1=', `${time},v1=00`]) expect(isFromRise({ secret, signature: none, body })).toBe(false);
});

test.each(['webhooks.md', 'webhooks.tr.md'])('%s contains the example as it is', async (guide) => {
  const text = await readFile(join(ROOT, 'docs/guides', guide), 'utf8');
  expect(text).toContain((await readFile(join(ROOT, 'samples/webhooks/verify.mjs'), 'utf8')).trim());
});
