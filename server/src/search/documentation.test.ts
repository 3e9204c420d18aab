import { expect, test } from 'vitest';
import { DOCS } from '../host/config/paths.ts';
import { documentItems, readDocumentation } from './documentation.ts';
import { memoryIndexOf } from './memory-index.ts';

const ENGLISH =
  '# Read a **report**\n\nFor [readers](x.md).\n\n## About *this* number\n\n| a | b |\n| - | - |\n| `c` | d |\n\n```sh\n## no heading\n```\n';
const TURKISH = '# Rapor okumak\n\nOkurlar için.\n\n## Bu rakam hakkında\n\ne\n';

test('a document is found by its title and by each section, in both languages, each linking to its own heading', () => {
  expect(documentItems('guides/reading', ENGLISH, TURKISH)).toEqual([
    {
      id: 'guides/reading#0',
      title: { en: 'Read a report', tr: 'Rapor okumak' },
      detail: null,
      body: { en: 'For readers.', tr: 'Okurlar için.' },
      markdown: { en: 'For [readers](/docs/guides/x).', tr: 'Okurlar için.' },
      link: { en: '/docs/guides/reading', tr: '/docs/guides/reading' },
      icon: 'document',
    },
    {
      id: 'guides/reading#1',
      title: { en: 'About this number', tr: 'Bu rakam hakkında' },
      detail: { en: 'Read a report', tr: 'Rapor okumak' },
      body: { en: 'a b c d', tr: 'e' },
      markdown: { en: '| a | b |\n| - | - |\n| `c` | d |', tr: 'e' },
      link: {
        en: '/docs/guides/reading#about-this-number',
        tr: '/docs/guides/reading#bu-rakam-hakkında',
      },
      icon: 'document',
    },
  ]);
});

test('a translation with different sections, or none at all, leaves the original searchable', () => {
  const [whole, section] = documentItems('guides/reading', ENGLISH, `${TURKISH}## Daha\n\nf\n`);
  expect(whole!.title).toEqual({ en: 'Read a report', tr: 'Rapor okumak' });
  expect(section!.title).toEqual({ en: 'About this number' });
  expect(documentItems('guides/reading', ENGLISH, null)[0]!.title).toEqual({ en: 'Read a report' });
});

test('finds the shipped documents', async () => {
  const items = await readDocumentation(DOCS);
  const links = (query: string) =>
    memoryIndexOf(items)
      .find([query], 5)
      .map(({ item }) => item.link);
  expect(links('about this number')[0]).toMatchObject({ en: '/docs/guides/getting-started#about-this-number' });
  expect(links('changelog').length + links('what is new').length).toBeGreaterThan(0);
  expect(items.filter(({ title }) => title.tr === undefined)).toEqual([]);
});

test('finds nothing without a folder', async () => {
  expect(await readDocumentation('/nowhere/at/all')).toEqual([]);
});
