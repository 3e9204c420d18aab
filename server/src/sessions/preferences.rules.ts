import { preferences, type Branding, type Preferences } from '@rise/contract';

/** Stored preferences as they apply today: one that is no longer offered counts as none. */
export function preferencesOf(stored: Readonly<Record<string, string | null>>): Preferences {
  const { scheme, theme, layout, language } = preferences.shape;
  return {
    scheme: scheme.catch(null).parse(stored['scheme']),
    theme: theme.catch(null).parse(stored['theme']),
    layout: layout.catch(null).parse(stored['layout']),
    language: language.catch(null).parse(stored['language']),
  };
}

/**
 * The value of the readable cookie: four words separated by dots, '-' for no preference. A page begins in the tenant's
 * language where the person chose none.
 */
export function appearanceOf(
  { scheme, theme, layout, language }: Preferences,
  tenant: Pick<Branding, 'language'>,
): string {
  return [scheme, theme, layout, language ?? tenant.language].map((choice) => choice ?? '-').join('.');
}
