import { z } from 'zod';

/** Interface languages. English is the fallback that every text has. */
export const LANGUAGES = ['en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text written by a content author: always in English, in other languages where provided. */
export const localizedText = z.strictObject({ en: z.string().min(1), tr: z.string().min(1).optional() });
export type LocalizedText = z.infer<typeof localizedText>;

/** Returns the text in the reader's language, or else in English. */
export function localize(text: LocalizedText, language: string): string {
  return (language === 'tr' ? text.tr : undefined) ?? text.en;
}
