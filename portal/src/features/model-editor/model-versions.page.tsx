import { Button } from '@mantine/core';
import type { ModelVersion } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { EmptyState, ErrorState, ListSkeleton, Notice, Page, PageHeader, TableSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { AppLink } from '../../routing/link.tsx';
import { ChangeList } from './change-list.tsx';
import { Inheritance } from './inheritance.tsx';
import { ModelVersionItem } from './model-version-item.tsx';
import { changesQuery, documentQuery, useRestoreModel, versionsQuery } from './model-versions.queries.ts';
import classes from './model-versions.module.css';

const TextDifference = lazy(() => import('./text-difference.tsx'));

/** All versions of the tenant's model, newest first: what each changed, and the way back to it. */
export default function ModelVersionsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const versions = useQuery(versionsQuery);
  const restore = useRestoreModel();
  const params: { version?: unknown } = useSearch({ strict: false });
  const open = Number(params.version) || null;
  const show = (version: number | null) =>
    void navigate({ to: '/model/versions', search: (version === null ? {} : { version }) as never, replace: true });
  const list = versions.data?.versions;
  return (
    <Page width="narrow">
      <PageHeader
        title={t('modelVersions.title')}
        purpose={t('modelVersions.purpose')}
        back={{ href: '/model/edit', label: t('modelEditor.title') }}
        {...(list ? { count: list.length } : {})}
      />
      {restore.isSuccess && (
        <Notice tone="positive" onClose={restore.reset}>
          {t(restore.data.changed ? 'modelVersions.restored' : 'modelVersions.unchanged', {
            version: restore.data.version.version,
            from: restore.variables,
          })}
        </Notice>
      )}
      {restore.isError && (
        <Notice tone="negative" title={t('modelVersions.notRestored')} onClose={restore.reset}>
          {restore.error instanceof ApiError && restore.error.code === 'MODEL_INVALID'
            ? restore.error.details.map(({ message }) => message).join(' ')
            : errorText(restore.error, t).message}
        </Notice>
      )}
      {versions.isError ? (
        <ErrorState {...errorText(versions.error, t)} onRetry={() => void versions.refetch()} />
      ) : list === undefined ? (
        <ListSkeleton rows={4} />
      ) : list.length === 0 ? (
        <EmptyState
          title={t('modelVersions.empty.title')}
          text={t('modelVersions.empty.text')}
          art="list"
          action={
            <Button component={AppLink} href="/model/edit">
              {t('modelEditor.title')}
            </Button>
          }
        />
      ) : (
        <>
          <Inheritance />
          <ol className={classes.versions}>
            {list.map((version, place) => (
              <ModelVersionItem
                key={version.version}
                version={version}
                open={open === version.version}
                restoring={restore.isPending && restore.variables === version.version}
                onOpen={() => show(open === version.version ? null : version.version)}
                onRestore={() => restore.mutate(version.version)}
              >
                <Difference version={version} before={list[place + 1] ?? null} />
              </ModelVersionItem>
            ))}
          </ol>
        </>
      )}
    </Page>
  );
}

/** What a version changed in the one before it. */
function Difference({ version, before }: { version: ModelVersion; before: ModelVersion | null }) {
  const { t } = useTranslation();
  const after = useQuery(documentQuery(version.version));
  const earlier = useQuery({ ...documentQuery(before?.version ?? 0), enabled: before !== null });
  const changes = useQuery({ ...changesQuery(before?.version ?? 0, version.version), enabled: before !== null });
  const failed = [after, earlier, changes].find(({ isError }) => isError);
  if (failed) return <ErrorState {...errorText(failed.error, t)} onRetry={() => void failed.refetch()} />;
  if (!after.data || (before !== null && !earlier.data)) return <TableSkeleton rows={4} columns={1} />;
  const label = t('modelVersions.textOf', { version: version.version });
  return (
    <div className={classes.detail}>
      {changes.data && <ChangeList changes={changes.data.changes} />}
      <Suspense fallback={<TableSkeleton rows={4} columns={1} />}>
        <TextDifference label={label} before={earlier.data?.document ?? ''} after={after.data.document} />
      </Suspense>
      <div>
        <Button variant="default" size="xs" onClick={() => void navigator.clipboard.writeText(after.data.document)}>
          {t('modelVersions.copy')}
        </Button>
      </div>
    </div>
  );
}
