import { useUiContext } from '../context/ui-context.tsx';
import type { CHROME_LAYOUTS } from '../layouts/layouts.ts';
import { usePanelTexts } from '../texts/panel-texts.ts';
import type { Scheme } from '../theme/appearance.tsx';
import type { ThemeName } from '../theme/tokens.ts';

const SCHEMES = { light: 'schemeLight', dark: 'schemeDark', auto: 'schemeAuto' } as const satisfies Record<
  Scheme,
  string
>;

const THEMES = {
  default: 'themeDefault',
  teal: 'themeTeal',
  rose: 'themeRose',
  purple: 'themePurple',
  amber: 'themeAmber',
} as const satisfies Record<ThemeName, string>;

const LAYOUTS = {
  classic: 'layoutClassic',
  classy: 'layoutClassy',
  compact: 'layoutCompact',
  dense: 'layoutDense',
  futuristic: 'layoutFuturistic',
  thin: 'layoutThin',
  centered: 'layoutCentered',
  enterprise: 'layoutEnterprise',
  material: 'layoutMaterial',
  modern: 'layoutModern',
} as const satisfies Record<(typeof CHROME_LAYOUTS)[number], string>;

/** Names of the display settings' values in the reader's language. Panel texts must have been loaded. */
export function useDisplayNames() {
  const { texts } = useUiContext();
  const panelTexts = usePanelTexts();
  return {
    nameScheme: (scheme: Scheme) => texts[SCHEMES[scheme]],
    nameTheme: (theme: ThemeName) => texts[THEMES[theme]],
    nameLayout: (layout: keyof typeof LAYOUTS) => panelTexts[LAYOUTS[layout]],
  };
}
