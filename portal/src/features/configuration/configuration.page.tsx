import type { UnmappedCodes } from '@rise/contract';
import { EmptyState, ErrorState, Page, PageHeader, TableSkeleton, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText, isNotFound } from '../../client/failure.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { formatDay } from '../../kernel/dates.ts';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { usePageTitle } from '../../routing/page-title.ts';
import { CodesForm } from './codes-form.tsx';
import { unmappedQuery } from './configuration.queries.ts';
import classes from './configuration.module.css';

const CodesGrid = lazy(() => import('./codes-grid.tsx'));

/** A name that a dimension of a model can have; another one leads nowhere. */
const TYPE = /^[a-z][a-z0-9_]{0,62}$/;

/** The source codes of one kind that nobody has given a meaning, where an alert leads. */
export default function ConfigurationPage() {
  const { t } = useTranslation();
  const { configuratorType = '' }: { configuratorType?: string } = useParams({ strict: false });
  const possible = TYPE.test(configuratorType);
  const codes = useQuery({ ...unmappedQuery(configuratorType), enabled: possible });
  if (codes.data) return <Codes found={codes.data} />;
  if (!possible || (codes.isError && isNotFound(codes.error))) return <NotFoundScreen />;
  return (
    <Page>
      {codes.isError ? (
        <ErrorState {...failureText(codes.error, t)} onRetry={() => void codes.refetch()} />
      ) : (
        <>
          <TextSkeleton lines={2} />
          <TableSkeleton rows={4} columns={3} />
        </>
      )}
    </Page>
  );
}

function Codes({ found }: { found: UnmappedCodes }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const title = t('configuration.title', { type: localize(found.title) });
  usePageTitle(title);
  const different = new Set(found.codes.map(({ code }) => code)).size;
  const count = different === 0 ? {} : { count: different };
  const asOf =
    found.asOf === null
      ? {}
      : {
          asOf: {
            label: t('configuration.asOf', { date: formatDay(found.asOf, i18n.language) }),
            detail: `${t('home.data.version')} ${t('home.data.versionNumber', { number: found.dataVersion })}`,
          },
        };
  return (
    <Page>
      <PageHeader title={title} purpose={t('configuration.purpose')} {...count} {...asOf} />
      {found.mapping && (
        <>
          {found.codes.length > 0 && <p className={classes.remedy}>{t('configuration.remedyMapping')}</p>}
          <CodesForm label={title} found={found} />
        </>
      )}
      {found.codes.length === 0 ? (
        <EmptyState title={t('configuration.empty.title')} text={t('configuration.empty.text')} art="list" />
      ) : (
        <>
          {!found.mapping && (
            <>
              <p className={classes.remedy}>{t('configuration.remedy', { dimension: found.configuratorType })}</p>
              <Suspense fallback={<TableSkeleton rows={Math.min(found.codes.length, 12)} columns={3} />}>
                <CodesGrid label={title} codes={found.codes} />
              </Suspense>
            </>
          )}
          {found.truncated && <p className={classes.remedy}>{t('configuration.truncated')}</p>}
        </>
      )}
    </Page>
  );
}
