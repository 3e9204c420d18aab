import type { ManagedTenant } from '@rise/contract';
import { NEAR_LIMIT } from '@rise/contract/attention-words';
import type { TFunction } from 'i18next';

export interface TenantProblem {
  text: string;
  /** `warning`: nothing fails yet. */
  tone: 'negative' | 'warning';
}

const MB = 1024 * 1024;

/** What is wrong with a tenant, or soon will be, in the order of what hurts most. */
export function problemsOf(tenant: ManagedTenant, t: TFunction): TenantProblem[] {
  const { failedLoads, failingDomains, provider, jobs, limits, users, storageBytes } = tenant;
  // Loads are counted apart, over fewer days.
  const failedJobs = jobs.reduce((sum, { kind, failed }) => (kind === 'load' ? sum : sum + failed), 0);
  const problem = (text: string, tone: TenantProblem['tone'] = 'negative'): TenantProblem => ({ text, tone });
  const limit = (kind: 'users' | 'storage', used: number, most: number | null) => {
    if (most === null || used < most * NEAR_LIMIT) return [];
    return used >= most
      ? [problem(t(`tenantList.problems.reached.${kind}`))]
      : [problem(t(`tenantList.problems.near.${kind}`), 'warning')];
  };
  return [
    ...(provider === 'failed' ? [problem(t('tenantList.problems.provider.failed'))] : []),
    ...(failedLoads > 0 ? [problem(t('tenantList.failedLoads', { count: failedLoads }))] : []),
    ...(failedJobs > 0 ? [problem(t('tenantList.problems.jobs', { count: failedJobs }))] : []),
    ...(failingDomains > 0 ? [problem(t('tenantList.problems.domains', { count: failingDomains }))] : []),
    ...limit('users', users, limits.users),
    ...limit('storage', storageBytes, limits.storageMb === null ? null : limits.storageMb * MB),
    ...(provider === 'untested' ? [problem(t('tenantList.problems.provider.untested'), 'warning')] : []),
  ];
}
