import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { TextEncoding } from '@rise/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { kindOf, requireText } from './kind-of.ts';
import { textStream } from './text-stream.ts';

const folder = mkdtempSync(join(tmpdir(), 'rise-text-'));
const path = join(folder, 'file.csv');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function read(bytes: Buffer, encoding: TextEncoding, signal?: AbortSignal): Promise<string> {
  writeFileSync(path, bytes);
  const chunks: Buffer[] = [];
  for await (const chunk of textStream(path, encoding, signal)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16();
const TEXT = 'ad;tutar\nŞişli;1,5\n';

describe('a text file as UTF-8', () => {
  it('is the same text in every encoding, without its byte-order mark', async () => {
    expect(await read(Buffer.from(`\ufeff${TEXT}`), 'utf-8')).toBe(TEXT);
    expect(await read(Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le')).toBe(TEXT);
    expect(await read(swapped(TEXT), 'utf-16be')).toBe(TEXT);
    expect(await read(Buffer.from([0xde, 0x69, 0xfe, 0x6c, 0x69]), 'windows-1254')).toBe('Şişli');
  });

  it('keeps characters whole across chunks', async () => {
    const long = `x${'ş'.repeat(400_000)}`;
    expect(await read(Buffer.from(long), 'utf-8')).toBe(long);
  });

  it('names the byte where it stops being of its encoding', async () => {
    const bad = Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from([0xfe]), Buffer.from('b')]);
    await expect(read(bad, 'utf-8')).rejects.toMatchObject({ code: 'undecodable', at: { byte: 300_000 } });
    await expect(read(Buffer.from([0x61, 0xc5]), 'utf-8')).rejects.toMatchObject({ at: { byte: 1 } });
  });

  it('ends with the reason of the signal', async () => {
    await expect(read(Buffer.from(TEXT), 'utf-8', AbortSignal.abort())).rejects.toThrow(/abort/i);
  });
});

it('recognizes a file by its bytes, not by its name', async () => {
  const files: [string, Buffer][] = [
    ['gzip', gzipSync('a,b\n')],
    ['zip', Buffer.from('PK\x03\x04\x14\0')],
    [
      'xlsx',
      Buffer.concat([
        Buffer.from('PK\x03\x04'),
        Buffer.alloc(22),
        Buffer.from([19, 0, 0, 0]),
        Buffer.from('[Content_Types].xml'),
      ]),
    ],
    ['parquet', Buffer.from('PAR1\x15\0')],
    ['arrow', Buffer.from('ARROW1\0\0')],
    ['pdf', Buffer.from('%PDF-1.7')],
    ['sqlite', Buffer.from('SQLite format 3\0')],
    ['utf-16', swapped('a,b\n1,2\n')],
    ['utf-16', Buffer.from('a,b\n1,2\n', 'utf16le')],
    ['text', Buffer.from('PAR1,PAR2\n1,2\n')],
    ['empty', Buffer.alloc(0)],
  ];
  for (const [kind, bytes] of files) {
    writeFileSync(path, bytes);
    expect(await kindOf(path)).toBe(kind);
    if (kind === 'text' || kind === 'utf-16') await requireText(path);
    else await expect(requireText(path)).rejects.toMatchObject({ code: kind === 'empty' ? 'empty' : 'other_kind' });
  }
});
