import words from './action-words.json' with { type: 'json' };

/**
 * What each action of the audit trail is called, in English and Turkish. Not in the files of texts, which every page
 * loads before it shows anything.
 */
const ACTION_WORDS: Readonly<Record<string, readonly string[]>> = words;

/** The action's own name where it has no words, such as one of an older release. */
export function actionWords(action: string, language: string): string {
  return ACTION_WORDS[action]?.[language.startsWith('tr') ? 1 : 0] ?? action;
}
