import { expect, it } from 'vitest';
import { streamElements } from './xml.ts';
import type { XmlElement } from './xml.ts';

async function* cut(text: string, bytes: number): AsyncGenerator<Buffer> {
  const whole = Buffer.from(text);
  for (let at = 0; at < whole.length; at += bytes) yield whole.subarray(at, at + bytes);
}

async function elementsOf(text: string, bytes: number, limit = 1000): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  for await (const batch of streamElements(cut(text, bytes), { root: 'sst', name: 'si', limit })) found.push(...batch);
  return found;
}

it('finds the same elements wherever the chunks of a document are cut', async () => {
  const document = `<?xml version="1.0"?><x:sst xmlns:x="m"><x:sii/><x:si/><x:si a="ş" b='1'>${'ğ<x:t>1</x:t></x:s'.repeat(9)}</x:si> <x:si\n></x:si><x:si c=""/></x:sst>`;
  const elements = await elementsOf(document, document.length * 2);
  expect(elements.map(({ tag }) => tag)).toEqual(['', ` a="ş" b='1'`, '\n', ' c=""']);
  for (let bytes = 1; bytes < 60; bytes++) expect(await elementsOf(document, bytes)).toEqual(elements);
});

it('refuses an element that is too long, and a tag without an end', async () => {
  for (const start of ['<sst><si>', '<sst><si '])
    for (const bytes of [1, 100, 5000])
      await expect(elementsOf(`${start}${'x'.repeat(2000)}`, bytes)).rejects.toMatchObject({ code: 'line_too_long' });
});
