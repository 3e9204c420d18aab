import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { reportDocument, type ReportDocument } from '@rise/contract';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ModelError } from '../errors.ts';
import { readReportFile } from './report-file.ts';
import { writeReportFile } from './write-report.ts';

const samples = fileURLToPath(new URL('../../../samples', import.meta.url));
const SAMPLE_REPORTS = readdirSync(samples)
  .map((sample) => `${sample}/reports`)
  .filter((folder) => existsSync(`${samples}/${folder}`))
  .flatMap((folder) => readdirSync(`${samples}/${folder}`).map((file) => `${folder}/${file}`));
const sampleText = (file: string) => readFileSync(`${samples}/${file}`, 'utf8');

type Json = Record<string, unknown>;
const schema = z.toJSONSchema(reportDocument, { io: 'input', unrepresentable: 'any' }) as unknown as Json & {
  $defs: Record<string, Json>;
};

/** Texts that YAML could take for something else, or that need quotes or several lines. */
const AWKWARD = [
  'yes', 'null', '~', '1', '1.0', '0x1f', '2025-01-01', 'a: b', 'a #b', '- a', '[a', '{a', '*a', '&a', '!a', '%a', '@a',
  ' a', 'a ', '\n', 'a\n', '\na', 'a\n\n b\nc ', 'a\tb', '\ta', 'a\r\nb', '"', "'", '|', '>', '---', '...', '<<', '\u0085',
  '\u2028a', '\uFEFFa', 'ı ş', '# Heading\n\n- one\n  - two\n\n```sql\nSELECT 1\n```\n', 'x'.repeat(300), `${'word '.repeat(40)}end`,
]; // prettier-ignore

/** Anything that a JSON Schema allows, within few levels. */
function valueOf(of: Json, depth: number): fc.Arbitrary<unknown> {
  if (typeof of['$ref'] === 'string') {
    const name = of['$ref'].split('/').at(-1)!;
    return depth > 14 ? fc.constant({ field: 'state', op: 'isNull' }) : valueOf(schema.$defs[name]!, depth + 1);
  }
  const alternatives = (of['anyOf'] ?? of['oneOf']) as Json[] | undefined;
  if (alternatives) return fc.oneof(...alternatives.map((one) => valueOf(one, depth + 1)));
  if ('const' in of) return fc.constant(of['const']);
  if (Array.isArray(of['enum'])) return fc.constantFrom(...(of['enum'] as unknown[]));
  const least = (of['minimum'] ?? -1000) as number;
  switch (of['type']) {
    case 'object': {
      const properties = Object.entries(of['properties'] as Record<string, Json>);
      const model = Object.fromEntries(properties.map(([name, one]) => [name, valueOf(one, depth + 1)]));
      return fc.record(model, { requiredKeys: (of['required'] ?? []) as string[] });
    }
    case 'array': {
      const { items, minItems = 0, maxItems = 4 } = of as { items: Json; minItems?: number; maxItems?: number };
      return fc.array(valueOf(items, depth + 1), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 3)),
      });
    }
    case 'integer':
      return fc.integer({ min: least, max: (of['maximum'] ?? 1000) as number });
    case 'number':
      return fc.oneof(
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      );
    case 'boolean':
      return fc.boolean();
    case 'string':
      if (typeof of['pattern'] === 'string') return fc.stringMatching(new RegExp(of['pattern']));
      return fc
        .oneof(fc.constantFrom(...AWKWARD), fc.string({ unit: 'binary', maxLength: 40 }), fc.lorem({ maxCount: 30 }))
        .filter(
          (text) =>
            text.length >= ((of['minLength'] ?? 0) as number) && text.length <= ((of['maxLength'] ?? 1e6) as number),
        );
    default:
      throw new Error(`nothing is generated for ${JSON.stringify(of)}`);
  }
}

/** With an id of its own for each part. */
function withIds(document: ReportDocument): ReportDocument {
  let count = 0;
  const id = (kind: string) => `${kind}-${(count += 1)}`;
  return {
    ...document,
    pages: document.pages.map((page) => ({
      ...page,
      id: id('page'),
      rows: page.rows.map((row) => ({
        ...row,
        id: id('row'),
        tiles: row.tiles.map((tile) => ({ ...tile, id: id('tile') })),
      })),
    })),
  };
}

const isStorable = (document: unknown) => !/\\u0000|\\ud[89a-f]/i.test(JSON.stringify(document));
const documents = valueOf(schema, 0)
  .map((value) => {
    const title = { en: 'Report', tr: 'Rapor' };
    const parsed = reportDocument.safeParse({ ...(value as object), title, purpose: title });
    return parsed.success && isStorable(parsed.data) ? withIds(parsed.data) : null;
  })
  .filter((document) => document !== null);

const read = (text: string) => readReportFile(text, 'report.yaml', null);

describe('a written report', () => {
  test('is read as the same document, and written the same again', () => {
    fc.assert(
      fc.property(documents, fc.nat(9), (document, version) => {
        const basis = version === 0 ? null : { version, draft: version > 5 ? version : null };
        const text = writeReportFile(document, { basis });
        expect(read(text)).toEqual({ document, basis });
        expect(writeReportFile(document, { basis, text })).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test('takes the place of any other, and is then stable', () => {
    fc.assert(
      fc.property(documents, documents, (before, after) => {
        const basis = { version: 1, draft: null };
        const text = writeReportFile(after, { basis, text: writeReportFile(before, { basis: null }) });
        expect(read(text)).toEqual({ document: after, basis });
        expect(writeReportFile(after, { basis, text })).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test.each(SAMPLE_REPORTS)('has all that %s has', (file) => {
    const text = sampleText(file);
    const { document } = read(text);
    expect(writeReportFile(document, { basis: null, text })).toBe(text);
    const written = writeReportFile(document, { basis: null });
    expect(read(written)).toEqual({ document, basis: null });
    expect(written.split('\n').length).toBeLessThan(text.split('\n').length * 1.1);
  });
});

const TEXT = `# The board's report.
title: { en: Board, tr: Kurul }
purpose: { en: For the board }
dataset: call_report
filters: []
measures: [members, total_assets] # the two
pages:
  - id: first
    title: { en: First }
    rows:
      - id: top
        tiles:
          # What matters most.
          - id: a
            kind: text
            width: 6
            text: { en: 'A' }
          # Beside it.
          - id: b
            kind: text
            width: 6
            text: { en: B } # one letter
      # Below.
      - id: low
        height: 5
        tiles:
          - { id: c, kind: table, title: { en: C }, dimensions: [state], measures: [members] }
`;

function changed(change: (document: ReportDocument) => void, text = TEXT): string {
  const { document } = read(text);
  change(document);
  const after = writeReportFile(document, { basis: null, text });
  expect(read(after).document).toEqual(document);
  return after;
}
const row = (document: ReportDocument, index: number) => document.pages[0]!.rows[index]!;

describe('a file with comments', () => {
  test('changes where the report does, and nowhere else', () => {
    expect(changed(() => {})).toBe(TEXT);
    expect(changed((document) => (row(document, 1).height = 6))).toBe(TEXT.replace('height: 5', 'height: 6'));
    expect(changed((document) => (document.title.tr = 'Yönetim'))).toBe(TEXT.replace('tr: Kurul', 'tr: Yönetim'));
    expect(changed((document) => delete row(document, 1).height)).toBe(TEXT.replace('        height: 5\n', ''));
    expect(changed((document) => (document.peers = ['state']))).toBe(
      TEXT.replace('filters: []', 'peers: [state]\nfilters: []'),
    );
    expect(changed((document) => document.measures.unshift('loans'))).toBe(
      TEXT.replace('[members,', '[loans, members,'),
    );
    expect(changed((document) => Object.assign(row(document, 0).tiles[0]!, { text: { en: 'One\nTwo' } }))).toContain(
      '            text:\n              en: |-\n                One\n                Two\n          # Beside it.',
    );
  });

  test('has its basis behind the comment at its top', () => {
    const { document } = read(TEXT);
    const first = writeReportFile(document, { basis: { version: 3, draft: null }, text: TEXT });
    expect(first).toBe(TEXT.replace('title:', 'basedOn: 3\ntitle:'));
    const second = writeReportFile(document, { basis: { version: 3, draft: 17 }, text: first });
    expect(second).toBe(first.replace('basedOn: 3', 'basedOn: { version: 3, draft: 17 }'));
  });

  test('has the comments of a tile where the tile goes', () => {
    const text = changed((document) => {
      row(document, 1).tiles.unshift(row(document, 0).tiles.shift()!);
    });
    expect(text).toContain(`        tiles:
          # Beside it.
          - id: b
            kind: text
            width: 6
            text: { en: B } # one letter
      # Below.
      - id: low
        height: 5
        tiles:
          # What matters most.
          - id: a`);
    expect(changed((document) => void row(document, 0).tiles.shift())).not.toContain('What matters most');
  });

  test('may repeat a part by an alias, which changes alone', () => {
    const text = TEXT.replace('[members, total_assets] # the two', '&all [members, total_assets]').replace(
      'measures: [members] }',
      'measures: *all }',
    );
    const after = changed((document) => document.measures.pop(), text);
    expect(read(after).document.measures).toEqual(['members']);
    expect(after).toContain('dimensions: [state], measures: [members, total_assets] }');
  });
});

describe('a file that cannot be read', () => {
  const issuesOf = (text: string) => {
    try {
      read(text);
    } catch (error) {
      return (error as ModelError).issues.map(
        ({ line, column, path, message }) => `${line}:${column} ${path}: ${message}`,
      );
    }
    return [];
  };

  test.each([
    ['filters: []', 'filterz: []', /^2:1 : There is no key 'filterz' here\. Did you mean 'filters'\?/],
    ['height: 5', 'height: 99', /^25:17 pages\.0\.rows\.1\.height: Write a number of at most 30\.$/],
    [
      'title: { en: Board',
      'basedOn: last\ntitle: { en: Board',
      /^2:10 basedOn: This is a text, but a number or a block of keys/,
    ],
    ['{ en: For the board }', "{ en: ' ' }", /^3:16 purpose\.en: Enter what the report is for\.$/],
  ])('names line, column and remedy: %s', (from, to, expected) => {
    expect(issuesOf(TEXT.replace(from, to))).toEqual([expect.stringMatching(expected)]);
  });

  test('is not written over', () => {
    const { document } = read(TEXT);
    expect(() => writeReportFile(document, { basis: null, text: TEXT.replace('kind: table', 'kind: tabel') })).toThrow(
      ModelError,
    );
  });
});
