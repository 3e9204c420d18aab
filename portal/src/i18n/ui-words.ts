import type { Language } from '@rise/contract';
import { englishTexts, type UiTexts } from '@rise/ui';
import { shellTexts, type ShellTexts } from '@rise/ui/shell-texts';

/** The words of the components of `ui`, which are the keys `ui.*` here. A language that is not shown is not loaded. */
export const UI_WORDS: Record<Language, () => Promise<UiTexts & ShellTexts>> = {
  en: async () => ({ ...englishTexts, ...shellTexts }),
  tr: async () => (await import('@rise/ui/turkish')).turkishTexts,
};
