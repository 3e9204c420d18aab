import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

type Texts = Readonly<Record<string, string>>;

const SOURCES = join(import.meta.dirname, '..');
const PLURAL = /_(one|other)$/;
/** Texts that may be the same in both languages: figures, names and loanwords. */
const SAME = /^(?:[\d\s%{}·.,:/+–-]|\{\{\w+\}\})*$/;

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).map((file) => join(SOURCES, file));
const features = await Promise.all(
  files
    .filter((file) => file.endsWith('.texts.ts'))
    .map(async (file) => {
      const module = (await import(pathToFileURL(file).href)) as Record<string, { texts: { en: Texts; tr: Texts } }>;
      return { file, sets: Object.values(module).flatMap((one) => ('texts' in one ? [one.texts] : [])) };
    }),
);
const namesOf = (text: string) => [...text.matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name).toSorted();

describe.each(features.map(({ file, sets }) => [relative(SOURCES, file), file, sets] as const))(
  '%s',
  (_, file, sets) => {
    const code = files
      .filter((other) => other.startsWith(dirname(file)) && /\.tsx?$/.test(other) && other !== file)
      .map((other) => readFileSync(other, 'utf8'))
      .join('\n');

    it('has the same keys and placeholders in both languages', () => {
      expect(sets.length).toBeGreaterThan(0);
      for (const { en, tr } of sets) {
        expect(Object.keys(tr).toSorted()).toEqual(Object.keys(en).toSorted());
        for (const [key, text] of Object.entries(en)) {
          expect(namesOf(tr[key]!), key).toEqual(namesOf(text));
          expect(tr[key]!.trim(), key).not.toBe('');
        }
      }
    });

    it('has every plural', () => {
      for (const { en } of sets)
        for (const key of Object.keys(en).filter((name) => PLURAL.test(name)))
          for (const form of ['one', 'other']) expect(Object.keys(en)).toContain(key.replace(PLURAL, `_${form}`));
    });

    it('has no unused text', () => {
      const untranslated = sets.flatMap(({ en }) =>
        Object.keys(en).filter((key) => !code.includes(`'${key.replace(PLURAL, '')}'`)),
      );
      expect(untranslated).toEqual([]);
    });

    it('is translated', () => {
      const same = sets.flatMap(({ en, tr }) =>
        Object.entries(en)
          .filter(([key, text]) => tr[key] === text && text.length > 12 && !SAME.test(text))
          .map(([key]) => key),
      );
      expect(same).toEqual([]);
    });
  },
);
