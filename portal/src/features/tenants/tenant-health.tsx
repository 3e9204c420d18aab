import type { ManagedTenant } from '@rise/contract';
import { StatusPill } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { problemsOf } from './tenant-problems.ts';
import classes from './tenants.module.css';

interface TenantHealthProps {
  tenant: ManagedTenant;
  /** Only the worst, and how many more there are. */
  isShort?: boolean;
}

/** Whether something of a tenant failed in the last days, or is about to. */
export function TenantHealth({ tenant, isShort = false }: TenantHealthProps) {
  const { t } = useTranslation();
  const problems = problemsOf(tenant, t);
  if (problems.length === 0) return <StatusPill tone="neutral">{t('tenantList.healthy')}</StatusPill>;
  const shown = isShort ? problems.slice(0, 1) : problems;
  return (
    <span className={classes.problems} data-short={isShort || undefined}>
      {shown.map(({ text, tone }) => (
        <StatusPill key={text} tone={tone}>
          {text}
        </StatusPill>
      ))}
      {shown.length < problems.length && <span className={classes.more}>+{problems.length - shown.length}</span>}
    </span>
  );
}
