import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
const GUIDES = 'docs/guides';
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const LANGUAGES = {
  en: {
    isGuide: (file: string) => !file.endsWith('.tr.md'),
    catalog: 'portal/public/assets/i18n/en.json',
    texts: ['ui/src/texts/ui-texts.ts', 'ui/src/texts/panel-texts.ts'],
  },
  tr: {
    isGuide: (file: string) => file.endsWith('.tr.md'),
    catalog: 'portal/public/assets/i18n/tr.json',
    texts: ['ui/src/texts/turkish.ts'],
  },
};

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value as object).flatMap(stringsIn);
const literalsIn = (code: string) => [...code.matchAll(/'([^'\n]+)'/g)].map(([, text]) => text!);

/** A pattern of what a text is shown as; null for one that is hardly more than placeholders, which matches anything. */
function shownAs(text: string): RegExp | null {
  const parts = text.split(/\{+[^}]*\}+/);
  if (parts.length > 1 && parts.join('').replaceAll(/\P{L}/gu, '').length < 4) return null;
  return new RegExp(
    `^${parts.map((part) => part.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)).join('.+')}$`,
    'u',
  );
}

/** Quoted texts of the screen, in italics with a capital: other italics emphasize a word, or are questions to ask. */
const quotesIn = (guide: string) =>
  [...guide.matchAll(/(?<![\w*])_(\p{Lu}[^_\n]+[^_\n?])_(?!\w)/gu)].map(([, text]) => text!);

test.each(['en', 'tr'] as const)('guides in %s quote texts as they are on the screen', (language) => {
  const { isGuide, catalog, texts } = LANGUAGES[language];
  const shown = [...stringsIn(JSON.parse(read(catalog))), ...texts.flatMap((file) => literalsIn(read(file)))];
  const patterns = shown.map(shownAs).filter((pattern) => pattern !== null);
  const quotes = readdirSync(join(ROOT, GUIDES))
    .filter(isGuide)
    .flatMap((file) => quotesIn(read(join(GUIDES, file))).map((quote) => ({ file, quote })));
  expect(quotes.length).toBeGreaterThan(15);
  const isShown = (quote: string) => patterns.some((pattern) => pattern.test(quote));
  expect(quotes.filter(({ quote }) => !isShown(quote))).toEqual([]);
});
