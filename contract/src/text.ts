import { z } from 'zod';

/** The interface languages. English is the fallback: every text has it. */
export const LANGUAGES = ['en', 'tr'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text written by an author of content (not by us): English always, other languages where given. */
export const localizedText = z.strictObject({ en: z.string().min(1), tr: z.string().min(1).optional() });
export type LocalizedText = z.infer<typeof localizedText>;

/** The text in the reader's language, or English where the author wrote no other. */
export function localize(text: LocalizedText, language: string): string {
  return (language === 'tr' ? text.tr : undefined) ?? text.en;
}
