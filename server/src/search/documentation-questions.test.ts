import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { localize, type Language } from '@rise/contract';
import { beforeAll, expect, test } from 'vitest';
import { readDocumentation } from './documentation.ts';
import questions from './documentation-questions.json' with { type: 'json' };
import type { SearchItem } from './memory-index.ts';
import { rank } from './passages.rules.ts';
import { fromItem } from './passages.service.ts';
import { termsOf } from './question-words.rules.ts';

const DOCS = join(fileURLToPath(new URL('.', import.meta.url)), '../../../docs');
const FIRST = 3;

let items: SearchItem[];
beforeAll(async () => {
  items = await readDocumentation(DOCS);
});

/** Links of the first passages that answer a question, as English readers have them. */
function found(question: string, language: Language): string[] {
  const candidates = items.map((item) => fromItem('documentation', item));
  const links = new Map(items.map((item) => [item.id, localize(item.link as { en: string }, 'en')]));
  return rank(termsOf(question), candidates, { language, most: FIRST }).map(({ id }) => links.get(id)!);
}

test('each question leads to a section that exists', () => {
  const links = new Set(items.map(({ link }) => localize(link as { en: string }, 'en')));
  expect(questions.map(([section]) => `/docs/guides/${section}`).filter((link) => !links.has(link))).toEqual([]);
  expect(questions.length * 2).toBeGreaterThanOrEqual(100);
});

test.each(['en', 'tr'] as const)(
  'the right passage is among the first three for nine of ten questions, %s',
  (language) => {
    const missed = questions
      .map(([section, en, tr]) => ({ section, question: (language === 'en' ? en : tr)! }))
      .filter(({ section, question }) => !found(question, language).includes(`/docs/guides/${section}`))
      .map(({ section, question }) => `${question} → ${found(question, language).join(', ')} instead of ${section}`);
    expect(missed.length > questions.length / 10 ? missed : []).toEqual([]);
  },
);
