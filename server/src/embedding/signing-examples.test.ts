import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../host/config/paths.ts';
import { keyIdOf, readClaims } from './embed-token.rules.ts';

const { signReport } = (await import(join(ROOT, 'docs/examples/embed/sign.mjs'))) as {
  signReport: (what: Record<string, unknown>) => string;
};

const secret = 'a-secret-of-a-key-as-the-portal-shows-it-once';

test('what the guide’s example signs is accepted, with its report, filters and further claims', async () => {
  const [keyId, report] = [randomUUID(), randomUUID()];
  const token = signReport({ keyId, secret, report, filters: { state: ['VT'] }, locale: 'tr' });
  expect(keyIdOf(token)).toBe(keyId);
  expect(await readClaims(token, Buffer.from(secret))).toMatchObject({
    report,
    filters: { state: ['VT'] },
    attributes: {},
    locale: 'tr',
  });
  expect(await readClaims(token, Buffer.from(`${secret}!`))).toBeNull();
});

test.each(['embedding.md', 'embedding.tr.md'])('%s contains the examples as they are', async (guide) => {
  const text = await readFile(join(ROOT, 'docs/guides', guide), 'utf8');
  for (const file of ['sign.mjs', 'sign.py'])
    expect(text).toContain((await readFile(join(ROOT, 'docs/examples/embed', file), 'utf8')).trim());
});
