import { useDisplayActions, useNavigationActions, usePlaceAction } from '@rise/shell/search';
import type { SearchAction } from '@rise/ui/search';
import { IconBook, IconBuilding, IconLogout, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { navigationQuery } from '../../navigation/navigation.queries.ts';
import { useEnterTenant } from '../../routing/enter-tenant.ts';
import { useSession } from '../../session/session.ts';
import { signOut } from '../../session/sign-out.ts';
import { useSettings } from '../../settings/settings.ts';

/** Commands of the search palette: destinations, tenants, display, sign-out. */
export function usePaletteActions(): SearchAction[] {
  const { t } = useTranslation();
  const { signIn } = useSettings();
  const { tenant, tenants } = useSession();
  const enterTenant = useEnterTenant();
  const onError = useReportError();
  const toAction = usePlaceAction();
  const navigation = useNavigationActions(useQuery(navigationQuery).data?.menus);
  const display = useDisplayActions();
  return [
    ...navigation,
    toAction({ id: 'user', title: t('userMenu.profile'), href: '/user', icon: IconUser }),
    toAction({ id: 'docs', title: t('documentation.pageTitle'), href: '/docs', icon: IconBook }),
    ...tenants
      .filter(({ id }) => id !== tenant?.id)
      .map(({ id, name }) => ({
        id: `tenant ${id}`,
        label: t('actions.enter', { tenant: name }),
        icon: IconBuilding,
        onRun: () => void enterTenant(id).catch(onError),
      })),
    ...display,
    {
      id: 'sign-out',
      label: t('userMenu.signOut'),
      icon: IconLogout,
      onRun: () => signOut(signIn.signOutPath),
    },
  ];
}
