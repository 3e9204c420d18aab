import type { ManagedTenant } from '@rise/contract';
import { StatusPill } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';

const TONES = { active: 'positive', suspended: 'warning', deleting: 'negative' } as const;

/** Whether people can sign in, and the day on which it is deleted. */
export function TenantState({ tenant: { state, deletion } }: { tenant: ManagedTenant }) {
  const { t, i18n } = useTranslation();
  return (
    <StatusPill tone={TONES[state]}>
      {deletion === null
        ? t(`tenantList.state.${state}`)
        : t('tenantList.deletion.on', { day: formatDay(deletion.dueAt.slice(0, 10), i18n.language) })}
    </StatusPill>
  );
}
