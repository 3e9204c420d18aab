import { ErrorState, ListSkeleton, Page } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, isNotFound } from '../../client/error-text.ts';
import { NotFoundScreen } from '../../routing/error-screens.tsx';
import { importQuery } from './import.queries.ts';
import { type ImportState, readImportState, writeImportState } from './import.state.ts';
import { StartImport } from './start/start-import.tsx';

const OpenImport = lazy(() => import('./review/open-import.tsx'));

/** From files to the next version of the data: choose, check, load. */
export default function ImportPage() {
  const navigate = useNavigate();
  const state = readImportState(useSearch({ strict: false }));
  const change = (next: Partial<ImportState>, replace = false) =>
    void navigate({ to: '/import', search: writeImportState({ ...state, ...next }) as never, replace });
  const { importId, table, before } = state;
  if (importId === null)
    return (
      <Page>
        <StartImport before={before} onOpen={(id) => change({ importId: id, table: null })} />
      </Page>
    );
  return (
    <StoredImport
      key={importId}
      id={importId}
      table={table}
      onTable={(id) => change({ table: id }, true)}
      onClose={() => change({ importId: null })}
    />
  );
}

interface StoredImportProps {
  id: string;
  table: string | null;
  onTable: (id: string) => void;
  onClose: () => void;
}

function StoredImport({ id, ...props }: StoredImportProps) {
  const { t } = useTranslation();
  const query = useQuery(importQuery(id));
  if (query.isError && query.data === undefined && isNotFound(query.error)) return <NotFoundScreen />;
  return (
    <Page>
      {query.data ? (
        <Suspense fallback={<ListSkeleton rows={6} />}>
          <OpenImport item={query.data} {...props} />
        </Suspense>
      ) : query.isError ? (
        <ErrorState {...errorText(query.error, t)} onRetry={() => void query.refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </Page>
  );
}
