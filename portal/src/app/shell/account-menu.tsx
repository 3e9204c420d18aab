import { UserMenu } from '@rise/ui';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { useSettings } from '../../settings/settings.ts';
import { useEnterTenant } from '../../routing/enter-tenant.ts';
import { useAccountStatus } from '../../session/account-status.ts';
import { useSession } from '../../session/session.ts';
import { signOut } from '../../session/sign-out.ts';

/** Account menu: organizations, profile, sign-out. */
export function AccountMenu() {
  const { t } = useTranslation();
  const { account, tenant, tenants } = useSession();
  const { signIn } = useSettings();
  const enterTenant = useEnterTenant();
  const onError = useReportError();
  const status = useAccountStatus();
  return (
    <UserMenu
      person={account}
      {...(status && { status })}
      items={[{ id: 'profile', label: t('userMenu.profile'), icon: IconUser, href: '/user' }]}
      {...(tenants.length > 1
        ? {
            tenants: {
              current: tenant?.id ?? null,
              options: tenants,
              onChoose: (id: string) => void enterTenant(id).catch(onError),
            },
          }
        : {})}
      signOut={{
        id: 'sign-out',
        label: t('userMenu.signOut'),
        icon: IconLogout,
        onClick: () => signOut(signIn.signOutPath),
      }}
    />
  );
}
