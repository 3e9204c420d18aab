import type { Navigation } from '@rise/contract';
import { CHROME_LAYOUTS, type Scheme, useAppearance } from '@rise/ui';
import type { SearchAction } from '@rise/ui/search';
import { useDisplayNames } from '@rise/ui/settings';
import { IconArrowRight, IconLanguage, IconLayout, IconPalette } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useChooseLayout, useLayoutName } from '../display/layout.ts';
import { LANGUAGE_NAMES, useLanguage } from '../language/language.ts';
import { icons } from '../navigation/icons.ts';
import { navigationLinks } from '../navigation/menu-items.ts';
import { useShell } from '../providers/shell-context.ts';
import { usePaletteTexts } from './palette.texts.ts';

const SCHEMES: readonly Scheme[] = ['light', 'dark', 'auto'];

type Place = { id: string; title: string; href: string } & Pick<SearchAction, 'icon'>;

/** Creates a command that opens a screen. */
export function usePlaceAction(): (place: Place) => SearchAction {
  const t = usePaletteTexts();
  const router = useRouter();
  return ({ id, title, href, icon = IconArrowRight }) => ({
    id: `go ${id}`,
    label: t('goTo', { place: title }),
    icon,
    onRun: () => void router.navigate({ href }),
  });
}

/** A command for each destination of the menus; none until the navigation has been loaded. */
export function useNavigationActions(navigation: Navigation | undefined): SearchAction[] {
  const toAction = usePlaceAction();
  return (navigation ? navigationLinks(navigation) : []).map(({ id, title, link, icon }) =>
    toAction({ id, title, href: link!, ...(icon && { icon: icons[icon] }) }),
  );
}

/** Commands for color scheme, theme, language and layout, without the current ones. */
export function useDisplayActions(): SearchAction[] {
  const t = usePaletteTexts();
  const { nameScheme, nameTheme, nameLayout } = useDisplayNames();
  const { scheme, setScheme, theme, setTheme, themes } = useAppearance();
  const language = useLanguage();
  const { languages, changeLanguage } = useShell();
  const layout = useLayoutName();
  const chooseLayout = useChooseLayout();
  return [
    ...SCHEMES.filter((option) => option !== scheme).map((option) => ({
      id: `scheme ${option}`,
      label: t('scheme', { scheme: nameScheme(option) }),
      icon: IconPalette,
      onRun: () => setScheme(option),
    })),
    ...themes
      .filter((option) => option !== theme)
      .map((option) => ({
        id: `theme ${option}`,
        label: t('theme', { theme: nameTheme(option) }),
        icon: IconPalette,
        onRun: () => setTheme(option),
      })),
    ...languages
      .filter((option) => option !== language)
      .map((option) => ({
        id: `language ${option}`,
        label: t('language', { language: LANGUAGE_NAMES[option] }),
        icon: IconLanguage,
        onRun: () => void changeLanguage(option),
      })),
    ...CHROME_LAYOUTS.filter((option) => option !== layout).map((option) => ({
      id: `layout ${option}`,
      label: t('layout', { layout: nameLayout(option) }),
      icon: IconLayout,
      onRun: () => void chooseLayout(option),
    })),
  ];
}
