import { CHROME_LAYOUTS, useAppearance } from '@rise/ui';
import type { SearchAction } from '@rise/ui/search';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChooseLayout } from '../appearance/use-layout.ts';
import { LANGUAGE_NAMES } from '../i18n/language.ts';
import { useLanguage, useLocalize } from '../i18n/use-language.ts';
import { useSettings } from '../kernel/settings.ts';
import { placesOf } from '../navigation/menus.ts';
import { navigationQuery } from '../navigation/navigation.queries.ts';
import { useEnterTenant } from '../routing/enter-tenant.ts';
import { useSession } from '../session/session.ts';

const SCHEMES = { light: 'ui.schemeLight', dark: 'ui.schemeDark', auto: 'ui.schemeAuto' } as const;
const LAYOUTS = {
  classic: 'ui.layoutClassic',
  classy: 'ui.layoutClassy',
  compact: 'ui.layoutCompact',
  dense: 'ui.layoutDense',
  futuristic: 'ui.layoutFuturistic',
  thin: 'ui.layoutThin',
  centered: 'ui.layoutCentered',
  enterprise: 'ui.layoutEnterprise',
  material: 'ui.layoutMaterial',
  modern: 'ui.layoutModern',
} as const;

/** What the palette can do besides finding: each thing that takes a click or two elsewhere. */
export function usePaletteActions(): SearchAction[] {
  const { t } = useTranslation();
  const localize = useLocalize();
  const router = useRouter();
  const { signIn, languages } = useSettings();
  const { tenant, tenants } = useSession();
  const { scheme, setScheme } = useAppearance();
  const [language, setLanguage] = useLanguage();
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
      ...(data ? placesOf(data.menus).map(({ id, title, link }) => go(id, localize(title), link!)) : []),
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
          label: t('actions.scheme', { scheme: t(SCHEMES[option]) }),
          onRun: () => setScheme(option),
        })),
      ...languages
        .filter((option) => option !== language)
        .map((option) => ({
          id: `language ${option}`,
          label: t('actions.language', { language: LANGUAGE_NAMES[option] }),
          onRun: () => void setLanguage(option),
        })),
      ...CHROME_LAYOUTS.map((option) => ({
        id: `layout ${option}`,
        label: t('actions.layout', { layout: t(LAYOUTS[option]) }),
        onRun: () => void chooseLayout(option),
      })),
      { id: 'sign-out', label: t('userMenu.signOut'), onRun: () => window.location.assign(signIn.signOutPath) },
    ];
  }, [
    t,
    localize,
    router,
    data,
    tenant,
    tenants,
    enterTenant,
    scheme,
    setScheme,
    languages,
    language,
    setLanguage,
    chooseLayout,
    signIn,
  ]);
}
