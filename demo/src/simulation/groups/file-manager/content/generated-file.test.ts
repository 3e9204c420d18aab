import { expect, test } from 'vitest';
import { bytesOf } from './bytes.ts';
import { generatedFile } from './generated-file.ts';

const file = (type: string, bytes: number) => ({ id: 'one', type, name: 'Bütçe (1)', description: 'Açıklama', bytes });
const decoded = (url: string) => Buffer.from(url.split(',')[1]!, 'base64');

test.each(['PDF', 'DOC', 'XLS', 'TXT', 'CSV', 'JPG'])('a %s has exactly the stated size', (type) => {
  for (const size of [300_001, 131_072 + 65_535 * 3, 1_000_003, ...(type === 'JPG' ? [] : [45_001])])
    for (const language of ['en', 'tr'] as const) {
      const url = generatedFile(file(type, size), language);
      expect([bytesOf(url), decoded(url).length]).toEqual([size, size]);
    }
});

test('small texts have their size, too', () => {
  for (let size = 0; size < 300; size += 7) {
    expect(bytesOf(generatedFile(file('TXT', size), 'tr'))).toBe(size);
    expect(bytesOf(generatedFile(file('CSV', size), 'en'))).toBe(size);
  }
});

test('the cross-reference of a PDF leads to its objects', () => {
  const text = decoded(generatedFile(file('PDF', 300_000), 'tr')).toString('latin1');
  const table = Number(/startxref\n(\d+)/.exec(text)![1]);
  const offsets = [...text.slice(table).matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset));
  expect(offsets.length).toBeGreaterThan(6);
  for (const [index, offset] of offsets.entries())
    expect(text.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj`));
});

test('a JPEG has segments that lead from one to the next, up to its picture', () => {
  for (const size of [300_000, 300_001, 300_002, 65_535 * 4 + 77_777]) {
    const bytes = decoded(generatedFile(file('JPG', size), 'en'));
    let at = 2;
    while (bytes[at + 1] !== 0xda) {
      expect(bytes[at]).toBe(0xff);
      at += 2 + bytes.readUInt16BE(at + 2);
    }
    expect([...bytes.subarray(-2)]).toEqual([0xff, 0xd9]);
  }
});
