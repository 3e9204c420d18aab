import type { Language } from '@rise/contract';
import { useAppearance } from '@rise/ui';
import { changeLanguage } from '@rise/shell/texts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useObservable } from '@rise/ui/observable';
import { currentSession } from '../session/session.ts';
import { savePreferences } from './preferences.ts';

/**
 * Saves scheme, theme and language with the account, from any control that changes them, and applies changes of the
 * account made elsewhere.
 */
export function usePreferenceKeeper(): void {
  const { scheme, setScheme, theme, setTheme } = useAppearance();
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  const session = useObservable(currentSession);
  const own = session?.preferences;
  const shown = useRef({ scheme, theme, language });
  const known = useRef(own);

  useEffect(() => {
    const before = shown.current;
    shown.current = { scheme, theme, language };
    const change = {
      ...(scheme !== before.scheme && { scheme }),
      ...(theme !== before.theme && { theme }),
      ...(language !== before.language && { language }),
    };
    const stored = currentSession.get()?.preferences;
    const names = Object.keys(change) as (keyof typeof change)[];
    if (stored && names.some((name) => stored[name] !== change[name])) void savePreferences(change);
  }, [scheme, theme, language]);

  useEffect(() => {
    const before = known.current;
    known.current = own;
    if (!own || !before) return;
    if (own.scheme && own.scheme !== before.scheme && own.scheme !== shown.current.scheme) setScheme(own.scheme);
    if (own.theme && own.theme !== before.theme && own.theme !== shown.current.theme) setTheme(own.theme);
    if (own.language && own.language !== before.language && own.language !== shown.current.language)
      void changeLanguage(i18n, own.language);
  }, [own, setScheme, setTheme, i18n]);
}
