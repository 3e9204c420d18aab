import { z } from 'zod';
import { LANGUAGES } from './text.ts';
import type { Language } from './text.ts';

const words = z.array(z.string());

/** Other names, by which search finds something: of any language as a list, or by language. */
export const synonyms = z.union([words, z.strictObject({ en: words.optional(), tr: words.optional() })]).default([]);
export type Synonyms = z.infer<typeof synonyms>;

/** The synonyms of one language; those of a list belong to none. */
export const synonymsIn = (all: Synonyms, language: Language): readonly string[] =>
  Array.isArray(all) ? [] : (all[language] ?? []);

/** The synonyms of all languages, each once. */
export const allSynonyms = (all: Synonyms): string[] => [
  ...new Set(Array.isArray(all) ? all : LANGUAGES.flatMap((language) => all[language] ?? [])),
];
