import { ErrorState, Page } from '@rise/ui';
import type { ReactNode } from 'react';
import classes from './dashboard.module.css';

interface DashboardProps<Data> {
  /** What is read; the dashboard is drawn of its answer. */
  query: { readonly data: Data | undefined; readonly isError: boolean; readonly refetch: () => unknown };
  /** Stands above whatever there is. */
  header?: ReactNode;
  /** The same shape while the answer is on its way. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** The room of a dashboard: no wider than its cards can be read at a glance. */
export function Dashboard<Data>({ query, header, skeleton, children }: DashboardProps<Data>) {
  const { data } = query;
  return (
    <div className={classes['dashboard']}>
      <Page loading={data === undefined && !query.isError}>
        {header}
        {data !== undefined ? (
          children(data)
        ) : query.isError ? (
          <ErrorState onRetry={() => void query.refetch()} />
        ) : (
          skeleton
        )}
      </Page>
    </div>
  );
}
