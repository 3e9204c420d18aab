import type { Language } from '@rise/contract';
import { startLanguage } from '@rise/shell/language';

/** Key of local storage for the last chosen language. */
export const LANGUAGE_KEY = 'rise.language';
export const FALLBACK: Language = 'en';
/** Last segment of the script-readable cookie with the account's preferences. */
const ACCOUNT_LANGUAGE = /(?:^|; )rise-appearance=[^;]*\.([a-z]+|-)(?:;|$)/;

/** The language of the page, in which the server answers. */
export const pageLanguage = (): string => document.documentElement.lang || FALLBACK;

/** The language to start with: the account's, the one stored in this browser, the browser's own, else the portal's default. */
export function portalLanguage(offered: readonly Language[], fallback: Language): Language {
  return startLanguage({
    offered,
    account: ACCOUNT_LANGUAGE.exec(document.cookie)?.[1],
    storageKey: LANGUAGE_KEY,
    fallback,
  });
}
