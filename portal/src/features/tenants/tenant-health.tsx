import { StatusPill } from '@rise/ui';
import { useTranslation } from 'react-i18next';

/** Whether loads of the last days failed. */
export function TenantHealth({ failedLoads }: { failedLoads: number }) {
  const { t } = useTranslation();
  return failedLoads === 0 ? (
    <StatusPill tone="neutral">{t('tenantList.healthy')}</StatusPill>
  ) : (
    <StatusPill tone="negative">{t('tenantList.failedLoads', { count: failedLoads })}</StatusPill>
  );
}
