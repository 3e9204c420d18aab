import type { UnmappedCodes } from '@rise/contract';
import { EmptyState, ErrorState, Page, PageHeader, TableSkeleton, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, isNotFound } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { formatDay } from '../../dates/dates.ts';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { usePageTitle } from '@rise/shell/routing';
import { UnmappedCodesForm } from './unmapped-codes-form.tsx';
import { unmappedQuery } from './unmapped-codes.queries.ts';
import classes from './unmapped-codes.module.css';

const UnmappedCodesGrid = lazy(() => import('./unmapped-codes-grid.tsx'));

/** Names that a mapping or dimension can have. */
const TYPE = /^[a-z][a-z0-9_]{0,62}$/;

/** The unmapped source codes of one type; alerts link here. */
export default function UnmappedCodesPage() {
  const { t } = useTranslation();
  const { configuratorType = '' }: { configuratorType?: string } = useParams({ strict: false });
  const valid = TYPE.test(configuratorType);
  const codes = useQuery({ ...unmappedQuery(configuratorType), enabled: valid });
  if (codes.data) return <Codes unmapped={codes.data} />;
  if (!valid || (codes.isError && isNotFound(codes.error))) return <NotFoundScreen />;
  return (
    <Page>
      {codes.isError ? (
        <ErrorState {...errorText(codes.error, t)} onRetry={() => void codes.refetch()} />
      ) : (
        <>
          <TextSkeleton lines={2} />
          <TableSkeleton rows={4} columns={3} />
        </>
      )}
    </Page>
  );
}

function Codes({ unmapped }: { unmapped: UnmappedCodes }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const title = t('unmappedCodes.title', { type: localize(unmapped.title) });
  usePageTitle(title);
  const distinct = new Set(unmapped.codes.map(({ code }) => code)).size;
  const count = distinct === 0 ? {} : { count: distinct };
  const asOf =
    unmapped.asOf === null
      ? {}
      : {
          asOf: {
            label: t('unmappedCodes.asOf', { date: formatDay(unmapped.asOf, i18n.language) }),
            detail: `${t('home.data.version')} ${t('home.data.versionNumber', { number: unmapped.dataVersion })}`,
          },
        };
  return (
    <Page>
      <PageHeader title={title} purpose={t('unmappedCodes.purpose')} {...count} {...asOf} />
      {unmapped.mapping && (
        <>
          {unmapped.codes.length > 0 && <p className={classes.remedy}>{t('unmappedCodes.remedyMapping')}</p>}
          <UnmappedCodesForm label={title} unmapped={unmapped} />
        </>
      )}
      {unmapped.codes.length === 0 ? (
        <EmptyState title={t('unmappedCodes.empty.title')} text={t('unmappedCodes.empty.text')} art="list" />
      ) : (
        <>
          {!unmapped.mapping && (
            <>
              <p className={classes.remedy}>{t('unmappedCodes.remedy', { dimension: unmapped.configuratorType })}</p>
              <Suspense fallback={<TableSkeleton rows={Math.min(unmapped.codes.length, 12)} columns={3} />}>
                <UnmappedCodesGrid label={title} codes={unmapped.codes} />
              </Suspense>
            </>
          )}
          {unmapped.truncated && <p className={classes.remedy}>{t('unmappedCodes.truncated')}</p>}
        </>
      )}
    </Page>
  );
}
