import { NativeSelect } from '@mantine/core';
import { LOGGED_SEARCHES, SEARCH_PAGE, type LoggedSearches } from '@rise/contract/search-words';
import { EmptyState, ErrorState, formatInteger, TableSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { ListPages } from '../../page-frame/list-pages.tsx';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { logQuery } from './search-administration.queries.ts';
import type { ViewProps } from './synonyms-view.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './search-administration.module.css';

/** What people searched for, summed up. */
export function LogView({ state: { of, page }, onChange }: ViewProps) {
  const { t, i18n } = useTranslation();
  const found = useQuery(logQuery(of, page));
  const write = (count: number) => formatInteger(count, i18n.language);
  return (
    <section className={cards.card} aria-label={t('searchAdmin.views.log')}>
      <div className={classes.form}>
        <NativeSelect
          label={t('searchAdmin.log.show')}
          value={of}
          data={LOGGED_SEARCHES.map((value) => ({ value, label: t(`searchAdmin.log.of.${value}`) }))}
          onChange={({ currentTarget }) => onChange({ of: currentTarget.value as LoggedSearches, page: 1 })}
        />
      </div>
      <p className={`${classes.hint} ${classes.intro}`}>{t('searchAdmin.log.help')}</p>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <TableSkeleton rows={6} columns={5} />
      ) : found.data.searches.length === 0 ? (
        <EmptyState art="search" title={t('searchAdmin.log.none')} text={t('searchAdmin.log.noneText')} />
      ) : (
        <div className={classes.fitting}>
          <table className={`${classes.table} ${classes.stacked}`} aria-label={t('searchAdmin.views.log')}>
            <thead>
              <tr>
                <th scope="col">{t('searchAdmin.log.text')}</th>
                <th scope="col" className={classes.figure}>
                  {t('searchAdmin.log.searches')}
                </th>
                <th scope="col" className={classes.figure}>
                  {t('searchAdmin.log.results')}
                </th>
                <th scope="col" className={classes.figure}>
                  {t('searchAdmin.log.opened')}
                </th>
                <th scope="col">{t('searchAdmin.log.roles')}</th>
                <th scope="col">{t('searchAdmin.log.lastAt')}</th>
              </tr>
            </thead>
            <tbody>
              {found.data.searches.map(({ text, searches, results, opened, roles, lastAt }) => (
                <tr key={text}>
                  <th scope="row">{text}</th>
                  <td data-label={t('searchAdmin.log.searches')} className={classes.figure}>
                    {write(searches)}
                  </td>
                  <td data-label={t('searchAdmin.log.results')} className={classes.figure}>
                    {write(results)}
                  </td>
                  <td data-label={t('searchAdmin.log.opened')} className={classes.figure}>
                    {write(opened)}
                  </td>
                  <td data-label={t('searchAdmin.log.roles')}>{roles.map((role) => t(ROLE_NAMES[role])).join(', ')}</td>
                  <td data-label={t('searchAdmin.log.lastAt')}>{formatMoment(lastAt, i18n.language)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ListPages
        label={t('searchAdmin.log.pages')}
        page={page}
        size={SEARCH_PAGE}
        total={found.data?.total ?? 0}
        onChange={(next) => onChange({ page: next })}
      />
    </section>
  );
}
