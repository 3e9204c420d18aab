import { ErrorState, Page } from '@rise/ui';
import type { ReactNode } from 'react';
import classes from './dashboard.module.css';

interface DashboardProps<Data> {
  /** The query whose data the dashboard shows. */
  query: { readonly data: Data | undefined; readonly isError: boolean; readonly refetch: () => unknown };
  /** Shown above the content in every state. */
  header?: ReactNode;
  /** Skeleton shown while the query is pending. */
  skeleton: ReactNode;
  children: (data: Data) => ReactNode;
}

/** A dashboard's layout, with a maximum width so that cards stay readable. */
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
