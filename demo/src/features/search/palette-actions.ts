import { CHROME_LAYOUTS, type ThemeName, useAppearance, useUiContext } from '@rise/ui';
import type { SearchAction } from '@rise/ui/search';
import { usePanelTexts } from '@rise/ui/panel-texts';
import {
  IconArrowRight,
  IconDatabase,
  IconLanguage,
  IconLayout,
  IconLock,
  IconLogout,
  IconPalette,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { LANGUAGE_NAMES, LANGUAGES, useLanguage } from '@rise/shell/language';
import { switchLanguage } from '../../i18n/language.ts';
import { useChooseLayout, useLayoutName } from '@rise/shell/display';
import { icons } from '@rise/shell/navigation/icons';
import { navigationLinks } from '@rise/shell/navigation';
import { useNavigation } from '../../navigation/menus.ts';
import { lockSession } from '../../session/session.ts';
import { useSearchTexts } from './search.texts.ts';

const SCHEMES = { light: 'schemeLight', dark: 'schemeDark', auto: 'schemeAuto' } as const;
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
} as const;

/** What the palette can do besides finding: each thing that takes a click or two elsewhere. */
export function usePaletteActions(): SearchAction[] {
  const t = useSearchTexts();
  const { texts } = useUiContext();
  const shell = usePanelTexts();
  const router = useRouter();
  const language = useLanguage();
  const { scheme, setScheme, theme, setTheme, themes } = useAppearance();
  const layout = useLayoutName();
  const chooseLayout = useChooseLayout();
  const menus = useNavigation();
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const go = (href: string) => () => void router.navigate({ href });
  return [
    ...(menus ? navigationLinks(menus) : []).map(({ id, title, link, icon }) => ({
      id: `go ${id}`,
      label: t('goTo', { place: title }),
      icon: icon ? icons[icon] : IconArrowRight,
      onRun: go(link!),
    })),
    ...(['light', 'dark', 'auto'] as const)
      .filter((option) => option !== scheme)
      .map((option) => ({
        id: `scheme ${option}`,
        label: t('scheme', { scheme: texts[SCHEMES[option]] }),
        icon: IconPalette,
        onRun: () => setScheme(option),
      })),
    ...themes
      .filter((option) => option !== theme)
      .map((option) => ({
        id: `theme ${option}`,
        label: t('theme', { theme: texts[THEMES[option]] }),
        icon: IconPalette,
        onRun: () => setTheme(option),
      })),
    ...LANGUAGES.filter((option) => option !== language).map((option) => ({
      id: `language ${option}`,
      label: t('language', { language: LANGUAGE_NAMES[option] }),
      icon: IconLanguage,
      onRun: () => void switchLanguage(option),
    })),
    ...CHROME_LAYOUTS.filter((option) => option !== layout).map((option) => ({
      id: `layout ${option}`,
      label: t('layout', { layout: shell[LAYOUTS[option]] }),
      icon: IconLayout,
      onRun: () => void chooseLayout(option),
    })),
    { id: 'demo-data', label: t('resetData'), icon: IconDatabase, onRun: go('/demo-data') },
    ...(user ? [{ id: 'lock', label: t('lock'), icon: IconLock, onRun: () => lockSession(user) }] : []),
    { id: 'sign-out', label: t('signOut'), icon: IconLogout, onRun: go('/sign-out') },
  ];
}
