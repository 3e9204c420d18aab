import { Button } from '@mantine/core';
import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { dataVersionsQuery, useRestore } from './data-versions.queries.ts';
import { readBefore } from './data-versions.state.ts';
import { RetentionSetting } from './retention-setting.tsx';
import { VersionItem } from './version-item.tsx';
import classes from './data-versions.module.css';

/** The versions of the tenant's data, newest first; an older one can be restored. */
export default function DataVersionsPage() {
  const { t } = useTranslation();
  const before = readBefore(useSearch({ strict: false }));
  const history = useQuery(dataVersionsQuery(before));
  const restore = useRestore();
  const manages = allows(useSession(), { permission: 'data.manage' });
  const versions = history.data?.versions;
  const next = history.data?.next ?? null;
  return (
    <Page width="narrow">
      <PageHeader
        title={t('dataVersions.title')}
        purpose={t('dataVersions.purpose')}
        {...(manages && {
          actions: (
            <Button
              renderRoot={(attributes) => <AppLink href="/import" {...attributes} />}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              {t('dataVersions.import')}
            </Button>
          ),
        })}
      />
      <p role="status" className={classes.status}>
        {restore.isSuccess && t('dataVersions.restored', { number: restore.data.dataVersion, from: restore.variables })}
      </p>
      {restore.isError && (
        <p role="alert" className={classes.error}>
          {errorText(restore.error, t).message}
        </p>
      )}
      {manages && <RetentionSetting />}
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
              canPin={manages}
              restoring={restore.isPending && restore.variables === version.number}
              onRestore={() => restore.mutate(version.number)}
            />
          ))}
        </ol>
      )}
      {(before !== null || next !== null) && (
        <nav className={classes.pages} aria-label={t('dataVersions.pages')}>
          {before !== null && <AppLink href="/data-versions">{t('dataVersions.newest')}</AppLink>}
          {next !== null && <AppLink href={`/data-versions?before=${next}`}>{t('dataVersions.older')}</AppLink>}
        </nav>
      )}
    </Page>
  );
}
