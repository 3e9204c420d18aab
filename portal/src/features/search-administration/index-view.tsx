import { Button, Progress } from '@mantine/core';
import type { SearchIndex } from '@rise/contract';
import { ErrorState, formatInteger, StatusPill, TableSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { indexQuery, useCancelRebuild, useStartRebuild } from './search-administration.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './search-administration.module.css';

/** What is indexed for each organization, how fresh it is, and rebuilding it. */
export function IndexView({ onDone }: { onDone: (message: string) => void }) {
  const { t } = useTranslation();
  const found = useQuery(indexQuery);
  if (found.isError) return <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <TableSkeleton rows={6} columns={5} />;
  return (
    <section className={cards.card} aria-label={t('searchAdmin.views.index')}>
      <Rebuild index={found.data} onDone={onDone} />
      <Tenants index={found.data} />
    </section>
  );
}

function Rebuild({ index: { rebuild }, onDone }: { index: SearchIndex; onDone: (message: string) => void }) {
  const { t, i18n } = useTranslation();
  const start = useStartRebuild();
  const cancel = useCancelRebuild();
  const error = start.error ?? cancel.error;
  const isRunning = rebuild?.state === 'running';
  const values = rebuild && {
    rebuilt: rebuild.rebuilt,
    total: rebuild.total,
    moment: formatMoment(rebuild.endedAt ?? rebuild.requestedAt, i18n.language),
  };
  const label = rebuild && values ? t(`searchAdmin.rebuild.${rebuild.state}`, values) : t('searchAdmin.rebuild.never');
  return (
    <>
      <div className={classes.bar}>
        <p className={classes.hint}>{label}</p>
        {isRunning ? (
          <Button
            variant="default"
            loading={cancel.isPending}
            onClick={() =>
              cancel.mutate(rebuild.id, { onSuccess: () => onDone(t('searchAdmin.rebuild.canceledMessage')) })
            }
          >
            {t('searchAdmin.rebuild.cancel')}
          </Button>
        ) : (
          <Button
            variant="default"
            loading={start.isPending}
            onClick={() => start.mutate(undefined, { onSuccess: () => onDone(t('searchAdmin.rebuild.started')) })}
          >
            {t('searchAdmin.rebuild.start')}
          </Button>
        )}
      </div>
      {isRunning && (
        <Progress
          mb={12}
          aria-label={label}
          value={rebuild.total === 0 ? 100 : (100 * rebuild.rebuilt) / rebuild.total}
        />
      )}
      {error && (
        <p role="alert" className={classes.error}>
          {errorText(error, t).message}
        </p>
      )}
    </>
  );
}

function Tenants({ index: { tenants, shared } }: { index: SearchIndex }) {
  const { t, i18n } = useTranslation();
  const write = (count: number) => formatInteger(count, i18n.language);
  const moment = (iso: string | null) => (iso === null ? '–' : formatMoment(iso, i18n.language));
  return (
    <>
      <div className={classes.fitting}>
        <table className={`${classes.table} ${classes.stacked}`} aria-label={t('searchAdmin.views.index')}>
          <thead>
            <tr>
              <th scope="col">{t('searchAdmin.index.tenant')}</th>
              <th scope="col" className={classes.figure}>
                {t('searchAdmin.sets.reports')}
              </th>
              <th scope="col" className={classes.figure}>
                {t('searchAdmin.sets.data')}
              </th>
              <th scope="col" className={classes.figure}>
                {t('searchAdmin.index.people')}
              </th>
              <th scope="col">{t('searchAdmin.index.indexedAt')}</th>
              <th scope="col">{t('searchAdmin.index.changedAt')}</th>
              <th scope="col">{t('searchAdmin.index.state')}</th>
            </tr>
          </thead>
          <tbody>
            {tenants.map(({ id, name, reports, data, people, indexedAt, changedAt, isCurrent }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td data-label={t('searchAdmin.sets.reports')} className={classes.figure}>
                  {write(reports)}
                </td>
                <td data-label={t('searchAdmin.sets.data')} className={classes.figure}>
                  {write(data)}
                </td>
                <td data-label={t('searchAdmin.index.people')} className={classes.figure}>
                  {write(people)}
                </td>
                <td data-label={t('searchAdmin.index.indexedAt')}>{moment(indexedAt)}</td>
                <td data-label={t('searchAdmin.index.changedAt')}>{moment(changedAt)}</td>
                <td data-label={t('searchAdmin.index.state')}>
                  <StatusPill tone={isCurrent ? 'positive' : 'warning'}>
                    {t(isCurrent ? 'searchAdmin.index.current' : 'searchAdmin.index.outdated')}
                  </StatusPill>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={`${classes.hint} ${classes.note}`}>
        {t('searchAdmin.index.shared', { pages: write(shared.pages), documentation: write(shared.documentation) })}
      </p>
    </>
  );
}
