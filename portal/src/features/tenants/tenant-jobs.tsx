import type { ManagedTenant } from '@rise/contract';
import { TENANT_JOB_DAYS } from '@rise/contract/tenant-words';
import { formatInteger, StatusPill } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import classes from './tenants.module.css';

/** Background jobs of a tenant that ended in the last days. */
export function TenantJobs({ jobs }: Pick<ManagedTenant, 'jobs'>) {
  const { t, i18n } = useTranslation();
  const integer = (value: number) => formatInteger(value, i18n.language);
  return (
    <>
      <table className={classes.jobs} aria-label={t('tenantList.jobs.title', { count: TENANT_JOB_DAYS })}>
        <thead>
          <tr>
            <th scope="col">{t('tenantList.jobs.kind')}</th>
            <th scope="col" className={classes.count}>
              {t('tenantList.jobs.done')}
            </th>
            <th scope="col" className={classes.count}>
              {t('tenantList.jobs.failed')}
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map(({ kind, done, failed }) => (
            <tr key={kind}>
              <th scope="row">{t(`tenantList.jobs.kinds.${kind}`)}</th>
              <td className={classes.count}>{integer(done)}</td>
              <td className={classes.count}>
                {failed === 0 ? integer(failed) : <StatusPill tone="negative">{integer(failed)}</StatusPill>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.hint}>{t('tenantList.jobs.help')}</p>
    </>
  );
}
