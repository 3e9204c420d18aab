import { Progress } from '@mantine/core';
import { DetailList, ErrorState, formatInteger, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatBytes } from '../../figures/format-bytes.ts';
import { planQuery } from './organization.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './organization.module.css';

const MB = 1024 * 1024;

/** What the tenant's plan includes, and how much of it is in use. */
export function PlanSection() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const found = useQuery(planQuery);
  return (
    <section className={cards.card} aria-labelledby="plan">
      <h2 id="plan" className={cards.heading}>
        {t('organization.plan.title')}
      </h2>
      <p className={classes.hint}>{t('organization.plan.help')}</p>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={2} />
      ) : (
        <DetailList
          items={[
            {
              name: t('organization.plan.users'),
              value: (
                <Use
                  used={found.data.users}
                  most={found.data.limits.users}
                  format={(n) => formatInteger(n, language)}
                />
              ),
            },
            {
              name: t('organization.plan.storage'),
              value: (
                <Use
                  used={found.data.storageBytes}
                  most={found.data.limits.storageMb === null ? null : found.data.limits.storageMb * MB}
                  format={(n) => formatBytes(n, language)}
                />
              ),
            },
            ...(found.data.limits.queryPercent === null
              ? []
              : [
                  {
                    name: t('organization.plan.queries'),
                    value: t('organization.plan.percent', { percent: found.data.limits.queryPercent }),
                  },
                ]),
          ]}
        />
      )}
    </section>
  );
}

interface UseProps {
  used: number;
  most: number | null;
  format: (value: number) => string;
}

function Use({ used, most, format }: UseProps) {
  const { t } = useTranslation();
  if (most === null) return <>{t('organization.plan.unlimited', { used: format(used) })}</>;
  const text = t('organization.plan.ofLimit', { used: format(used), most: format(most) });
  return (
    <span className={classes.use}>
      {text}
      <Progress
        aria-label={text}
        value={Math.min(100, (used / most) * 100)}
        color={used >= most ? 'red' : 'var(--rise-primary)'}
      />
    </span>
  );
}
