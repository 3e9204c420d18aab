import type { DataState } from '@rise/contract';
import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { alertsQuery } from '../../alerts/alerts.queries.ts';
import { AppLink } from '../../routing/link.tsx';
import { useSession } from '../../session/session.ts';
import { bringsData, startCatalogQuery } from './home.queries.ts';
import classes from './home.module.css';

/** From nothing to a right figure, for who brings data: what is done, and what comes next. Nothing once all is done. */
export function GettingStarted({ state }: { state: DataState }) {
  const { t } = useTranslation();
  const { tenant, permissions } = useSession();
  const catalog = useQuery(startCatalogQuery(permissions));
  const alerts = useQuery(alertsQuery(tenant?.id));
  // The catalog may be known from its own page.
  if (!bringsData(permissions) || !catalog.data || !alerts.data) return null;
  const hasData = state.dataVersion !== null;
  const hasModel = catalog.data.datasets.length > 0;
  const steps = [
    { key: 'data', href: '/import', done: hasData },
    { key: 'model', href: '/model/edit', done: hasModel },
    { key: 'codes', href: '/configuration', done: hasData && hasModel && alerts.data.alerts.length === 0 },
  ] as const;
  const next = steps.find(({ done }) => !done);
  // Codes that came later are an alert, and no beginning.
  if (!next || next.key === 'codes') return null;
  return (
    <section aria-labelledby="home-start">
      <h2 id="home-start" className={classes.heading}>
        {t('home.start.title')}
      </h2>
      <ol className={classes.list}>
        {steps.map(({ key, href, done }) => (
          <li key={key} className={classes.step} data-done={done || undefined}>
            {done ? (
              <IconCircleCheckFilled size={20} aria-label={t('home.start.done')} className={classes.doneIcon} />
            ) : (
              <IconCircleDashed size={20} aria-hidden className={classes.arrow} />
            )}
            <div className={classes.words}>
              {key === next.key ? (
                <AppLink href={href} className={classes.stepLink}>
                  {t(`home.start.${key}.title`)}
                </AppLink>
              ) : (
                <span className={classes.name}>{t(`home.start.${key}.title`)}</span>
              )}
              <span className={classes.detail}>{t(`home.start.${key}.text`)}</span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
