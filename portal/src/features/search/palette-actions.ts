import { CHROME_LAYOUTS, useAppearance, useUiContext } from '@rise/ui';
import type { SearchAction } from '@rise/ui/search';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChooseLayout } from '@rise/shell/display';
import { LANGUAGE_NAMES, useLanguage } from '@rise/shell/language';
import { useShell } from '@rise/shell/providers';
import { usePanelTexts } from '@rise/ui/panel-texts';
import { useSettings } from '../../settings/settings.ts';
import { navigationLinks } from '@rise/shell/navigation';
import { navigationQuery } from '../../navigation/navigation.queries.ts';
import { useEnterTenant } from '../../routing/enter-tenant.ts';
import { useSession } from '../../session/session.ts';

const SCHEMES = { light: 'schemeLight', dark: 'schemeDark', auto: 'schemeAuto' } as const;
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

/** Commands of the search palette: destinations, tenants, color scheme, language, layout, sign-out. */
export function usePaletteActions(): SearchAction[] {
  const { t } = useTranslation();
  const router = useRouter();
  const { signIn, languages } = useSettings();
  const { tenant, tenants } = useSession();
  const { scheme, setScheme } = useAppearance();
  const language = useLanguage();
  const { changeLanguage } = useShell();
  const { texts } = useUiContext();
  const shellTexts = usePanelTexts();
  const chooseLayout = useChooseLayout();
  const enterTenant = useEnterTenant();
  const { data } = useQuery(navigationQuery);
  return useMemo(() => {
    const go = (id: string, place: string, href: string): SearchAction => ({
      id: `go ${id}`,
      label: t('actions.goTo', { place }),
      onRun: () => void router.navigate({ href }),
    });
    return [
      ...(data ? navigationLinks(data.menus).map(({ id, title, link }) => go(id, title, link!)) : []),
      go('user', t('userMenu.profile'), '/user'),
      go('docs', t('documentation.pageTitle'), '/docs'),
      ...tenants
        .filter(({ id }) => id !== tenant?.id)
        .map(({ id, name }) => ({
          id: `tenant ${id}`,
          label: t('actions.enter', { tenant: name }),
          onRun: () => void enterTenant(id),
        })),
      ...(['light', 'dark', 'auto'] as const)
        .filter((option) => option !== scheme)
        .map((option) => ({
          id: `scheme ${option}`,
          label: t('actions.scheme', { scheme: texts[SCHEMES[option]] }),
          onRun: () => setScheme(option),
        })),
      ...languages
        .filter((option) => option !== language)
        .map((option) => ({
          id: `language ${option}`,
          label: t('actions.language', { language: LANGUAGE_NAMES[option] }),
          onRun: () => void changeLanguage(option),
        })),
      ...CHROME_LAYOUTS.map((option) => ({
        id: `layout ${option}`,
        label: t('actions.layout', { layout: shellTexts[LAYOUTS[option]] }),
        onRun: () => void chooseLayout(option),
      })),
      { id: 'sign-out', label: t('userMenu.signOut'), onRun: () => window.location.assign(signIn.signOutPath) },
    ];
  }, [
    t,
    router,
    data,
    tenant,
    tenants,
    enterTenant,
    scheme,
    setScheme,
    languages,
    language,
    changeLanguage,
    chooseLayout,
    signIn,
    texts,
    shellTexts,
  ]);
}
