import type { Language } from '@rise/contract';
import { useAppearance } from '@rise/ui';
import { changeLanguage } from '@rise/shell/texts';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useObservable } from '@rise/ui/observable';
import { loadLanguage } from '@rise/shell/texts';
import { portalLanguage } from '../i18n/language.ts';
import { currentSession } from '../session/session.ts';
import { useSettings } from '../settings/settings.ts';
import { savePreferences } from './preferences.ts';

/**
 * Saves scheme, theme and language with the account, from any control that changes them, and applies changes of the
 * account made elsewhere, and of the tenant's defaults. Those are nobody's choice: they are not saved with the account.
 */
export function usePreferenceKeeper(): void {
  const { scheme, setScheme, theme, setTheme } = useAppearance();
  const { i18n } = useTranslation();
  const language = i18n.language as Language;
  const { languages, defaultLanguage, appearance } = useSettings();
  const session = useObservable(currentSession);
  const own = session?.preferences;
  const shown = useRef({ scheme, theme, language });
  /** Nothing at first: a page that begins goes by a cookie, which a late answer may have set back. */
  const known = useRef<typeof own>(undefined);
  /** The language that was applied without a choice. */
  const applied = useRef<Language | null>(null);

  useEffect(() => {
    const before = shown.current;
    shown.current = { scheme, theme, language };
    const now = currentSession.get();
    const defaultTheme = now?.branding.theme ?? appearance.theme;
    const isDefaultTheme = now?.preferences.theme === null && theme === defaultTheme;
    const isApplied = language === applied.current;
    if (language !== before.language) applied.current = null;
    const change = {
      ...(scheme !== before.scheme && { scheme }),
      ...(theme !== before.theme && !isDefaultTheme && { theme }),
      ...(language !== before.language && !isApplied && { language }),
    };
    const stored = now?.preferences;
    const names = Object.keys(change) as (keyof typeof change)[];
    if (stored && names.some((name) => stored[name] !== change[name])) void savePreferences(change);
  }, [scheme, theme, language, appearance.theme]);

  useEffect(() => {
    const before = known.current;
    known.current = own;
    if (!own) return;
    if (own.scheme && own.scheme !== before?.scheme && own.scheme !== shown.current.scheme) setScheme(own.scheme);
    if (own.theme && own.theme !== before?.theme && own.theme !== shown.current.theme) setTheme(own.theme);
    if (own.language && own.language !== before?.language && own.language !== shown.current.language)
      void changeLanguage(i18n, own.language);
  }, [own, setScheme, setTheme, i18n]);

  const tenantLanguage = session?.branding.language ?? null;
  const knownDefault = useRef(tenantLanguage);
  useEffect(() => {
    const before = knownDefault.current;
    knownDefault.current = tenantLanguage;
    if (tenantLanguage === before || currentSession.get()?.preferences.language) return;
    const next = tenantLanguage ?? portalLanguage(languages, defaultLanguage);
    if (next === shown.current.language) return;
    applied.current = next;
    void loadLanguage(i18n, next).then(() => changeLanguage(i18n, next));
  }, [tenantLanguage, languages, defaultLanguage, i18n]);
}
