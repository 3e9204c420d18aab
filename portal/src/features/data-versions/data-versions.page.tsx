import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { dataVersionsQuery, useRestore } from './data-versions.queries.ts';
import { VersionItem } from './version-item.tsx';
import classes from './data-versions.module.css';

/** The versions of the tenant's data, newest first; an older one can be restored. */
export default function DataVersionsPage() {
  const { t } = useTranslation();
  const history = useQuery(dataVersionsQuery);
  const restore = useRestore();
  const versions = history.data?.versions;
  return (
    <Page width="narrow">
      <PageHeader
        title={t('dataVersions.title')}
        purpose={t('dataVersions.purpose')}
        {...(versions ? { count: versions.length } : {})}
      />
      <p role="status" className={classes.status}>
        {restore.isSuccess && t('dataVersions.restored', { number: restore.data.dataVersion, from: restore.variables })}
      </p>
      {restore.isError && (
        <p role="alert" className={classes.error}>
          {errorText(restore.error, t).message}
        </p>
      )}
      {history.isError ? (
        <ErrorState {...errorText(history.error, t)} onRetry={() => void history.refetch()} />
      ) : versions === undefined ? (
        <ListSkeleton rows={4} />
      ) : versions.length === 0 ? (
        <EmptyState title={t('dataVersions.empty.title')} text={t('dataVersions.empty.text')} art="list" />
      ) : (
        <ol className={classes.versions}>
          {versions.map((version) => (
            <VersionItem
              key={version.number}
              version={version}
              restoring={restore.isPending && restore.variables === version.number}
              onRestore={() => restore.mutate(version.number)}
            />
          ))}
        </ol>
      )}
    </Page>
  );
}
