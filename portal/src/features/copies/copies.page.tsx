import { Button } from '@mantine/core';
import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { AppLink } from '../../routing/link.tsx';
import { savedQueriesQuery } from '../../warehouse/saved-queries.queries.ts';
import { sourceQuery } from '../../warehouse/source.queries.ts';
import { copiesQuery, copySourcesQuery } from './copies.queries.ts';
import { addressOf, readCopiesView, type CopiesView } from './copies.state.ts';
import { CopyDetail } from './copy-detail.tsx';
import { CopyForm } from './copy-form.tsx';
import { CopyList } from './copy-list.tsx';
import { ServerForm } from './server-form.tsx';
import { ServerList } from './server-list.tsx';
import classes from './copies.module.css';

/** What is copied into the embedded warehouse on a schedule, from servers and from files at an address. */
export default function CopiesPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const view = readCopiesView(useSearch({ strict: false }));
  const copies = useQuery(copiesQuery);
  const sources = useQuery(copySourcesQuery);
  const chosen = view.kind === 'edit' ? (view.query ?? null) : null;
  const saved = useQuery({ ...savedQueriesQuery, enabled: chosen !== null });
  const open = (next: CopiesView) => void navigate({ href: addressOf(next) });
  const failed = [copies, sources, saved].find(({ isError }) => isError);
  if (failed)
    return (
      <Page width="narrow">
        <ErrorState {...errorText(failed.error, t)} onRetry={() => void failed.refetch()} />
      </Page>
    );
  if (!copies.data || !sources.data || (chosen !== null && !saved.data))
    return (
      <Page width="narrow">
        <ListSkeleton rows={5} />
      </Page>
    );
  const id = view.kind === 'list' ? null : view.id;
  const copy = copies.data.copies.find((item) => item.id === id) ?? null;
  const source = sources.data.sources.find((item) => item.id === id) ?? null;
  const query = saved.data?.queries.find((item) => item.id === chosen) ?? null;
  if (id !== null && copy === null && source === null) return <NotFoundScreen />;
  if (chosen !== null && query === null) return <NotFoundScreen />;
  return (
    <Page width="narrow">
      {view.kind === 'copy' && copy ? (
        <CopyDetail key={copy.id} copy={copy} onDeleted={() => open({ kind: 'list' })} />
      ) : view.kind === 'edit' ? (
        <CopyForm
          key={id ?? chosen ?? 'new'}
          copy={copy}
          sources={sources.data.sources}
          query={query}
          onSaved={(saved) => open({ kind: 'copy', id: saved })}
        />
      ) : view.kind === 'server' ? (
        <ServerForm key={id ?? 'new'} source={source} onSaved={() => open({ kind: 'list' })} />
      ) : (
        <>
          <PageHeader
            title={t('copies.title')}
            purpose={t('copies.purpose')}
            actions={
              <Button
                renderRoot={(attributes) => <AppLink href={addressOf({ kind: 'edit', id: null })} {...attributes} />}
              >
                {t('copies.new')}
              </Button>
            }
          />
          <ExternalNotice />
          {copies.data.copies.length === 0 ? (
            <EmptyState title={t('copies.empty.title')} text={t('copies.empty.text')} art="list" />
          ) : (
            <CopyList copies={copies.data.copies} />
          )}
          <ServerList sources={sources.data.sources} />
        </>
      )}
    </Page>
  );
}

/** Nothing can be copied while figures come from a server. */
function ExternalNotice() {
  const { t } = useTranslation();
  const connection = useQuery(sourceQuery).data?.connection ?? null;
  if (connection === null || connection.settings.engine === 'duckdb') return null;
  return <p className={classes.notice}>{t('copies.external')}</p>;
}
