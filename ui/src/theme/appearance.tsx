import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type ResolvedScheme, THEME_NAMES, type ThemeName } from './tokens.ts';

export type Scheme = ResolvedScheme | 'auto';

/** The product's options and defaults; a person's own choice takes precedence over `scheme` and `theme`. */
export interface AppearanceConfig {
  scheme: Scheme;
  theme: ThemeName;
  themes: readonly ThemeName[];
  /** The entry of local storage: a product's own, where several share an origin. As `data-key` of the boot script. */
  key?: string;
}

export interface Appearance {
  /** As chosen. */
  scheme: Scheme;
  /** As shown: `auto` follows the operating system. */
  resolved: ResolvedScheme;
  theme: ThemeName;
  themes: readonly ThemeName[];
  setScheme: (scheme: Scheme) => void;
  setTheme: (theme: ThemeName) => void;
}

interface Choice {
  scheme?: Scheme;
  theme?: ThemeName;
  /** The product's own, stored for the first paint of the next visit. */
  defaults?: { scheme: Scheme; theme: ThemeName };
}

const PORTAL_KEY = 'rise.appearance';
const SCHEME_CHOICES = new Set<unknown>(['light', 'dark', 'auto']);

function storedChoice(key: string): Choice {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}') as Record<string, unknown> | null;
    return {
      ...(SCHEME_CHOICES.has(stored?.['scheme']) && { scheme: stored?.['scheme'] as Scheme }),
      ...(THEME_NAMES.includes(stored?.['theme'] as ThemeName) && { theme: stored?.['theme'] as ThemeName }),
    };
  } catch {
    return {};
  }
}

function storeChoice(key: string, choice: Choice) {
  try {
    localStorage.setItem(key, JSON.stringify(choice));
  } catch {
    // Storage may be full or forbidden: the choice then lasts as long as the page.
  }
}

const DARK = '(prefers-color-scheme: dark)';
const subscribeToSystem = (changed: () => void) => {
  const query = matchMedia(DARK);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
};

function useSystemScheme(): ResolvedScheme {
  return useSyncExternalStore(subscribeToSystem, () => (matchMedia(DARK).matches ? 'dark' : 'light'));
}

function applyToBody(resolved: ResolvedScheme, theme: ThemeName) {
  const { classList } = document.body;
  const stale = [...classList].filter((name) => name === 'light' || name === 'dark' || name.startsWith('theme-'));
  classList.remove(...stale);
  classList.add(resolved, `theme-${theme}`);
}

const AppearanceContext = createContext<Appearance | null>(null);

export function AppearanceProvider({ config, children }: { config: AppearanceConfig; children: ReactNode }) {
  const key = config.key ?? PORTAL_KEY;
  const [choice, setChoice] = useState<Choice>(() => storedChoice(key));
  const system = useSystemScheme();
  const scheme = choice.scheme ?? config.scheme;
  const requested = choice.theme ?? config.theme;
  const theme = config.themes.includes(requested) ? requested : config.theme;
  const resolved = scheme === 'auto' ? system : scheme;

  useLayoutEffect(() => applyToBody(resolved, theme), [resolved, theme]);
  useLayoutEffect(
    () => storeChoice(key, { ...choice, defaults: { scheme: config.scheme, theme: config.theme } }),
    [key, choice, config.scheme, config.theme],
  );

  const setScheme = useCallback((next: Scheme) => setChoice((before) => ({ ...before, scheme: next })), []);
  const setTheme = useCallback((next: ThemeName) => setChoice((before) => ({ ...before, theme: next })), []);
  const value = useMemo(
    () => ({ scheme, resolved, theme, themes: config.themes, setScheme, setTheme }),
    [scheme, resolved, theme, config.themes, setScheme, setTheme],
  );
  return <AppearanceContext.Provider value={value}>{children}</AppearanceContext.Provider>;
}

export function useAppearance(): Appearance {
  const appearance = useContext(AppearanceContext);
  if (appearance === null) throw new Error('useAppearance needs a RiseProvider above it.');
  return appearance;
}
