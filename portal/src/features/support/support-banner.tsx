import { Button } from '@mantine/core';
import { NoticeBanner } from '@rise/ui/panels';
import { IconLifebuoy } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../dates/moments.ts';
import { AppLink } from '../../routing/link.tsx';
import { useSession } from '../../session/session.ts';
import { refreshSession } from '../../session/session-watch.ts';
import { useLeaveTenant } from './support.queries.ts';

/** While someone above the tenants is in this one for support: to its people who it is, to the visitor until when. */
export function SupportBanner() {
  const { account, tenant, permissions, supportVisits } = useSession();
  const { t, i18n } = useTranslation();
  const leave = useLeaveTenant();
  useRefreshAt(supportVisits[0]?.endsAt ?? null);
  if (tenant === null || supportVisits.length === 0) return null;
  const own = supportVisits.find(({ accountId }) => accountId === account.id);
  if (own)
    return (
      <NoticeBanner
        icon={IconLifebuoy}
        title={t('support.banner.own', { tenant: tenant.name, time: formatTime(own.endsAt, i18n.language) })}
        texts={[t('support.banner.ownText')]}
        action={
          <Button size="xs" variant="default" loading={leave.isPending} onClick={() => leave.mutate(own.id)}>
            {t('support.leave')}
          </Button>
        }
      />
    );
  return (
    <NoticeBanner
      icon={IconLifebuoy}
      title={t('support.banner.title')}
      texts={supportVisits.map(({ person, endsAt }) =>
        t('support.banner.visitor', { person, time: formatTime(endsAt, i18n.language) }),
      )}
      {...(permissions.includes('tenant.administer') && {
        action: <AppLink href="/organization">{t('support.banner.manage')}</AppLink>,
      })}
    />
  );
}

/** The server ends a visit at its limit; nothing else would tell an open page. */
function useRefreshAt(moment: string | null): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (moment === null) return undefined;
    const timer = setTimeout(() => void refreshSession(cache), Math.max(0, Date.parse(moment) - Date.now()) + 1000);
    return () => clearTimeout(timer);
  }, [cache, moment]);
}
