import { ListSkeleton, PageHeader, TableSkeleton } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { LoadProgress } from '../load/load-progress.tsx';
import { LoadResult } from '../load/load-result.tsx';
import type { OpenImportProps } from './open-import-props.ts';
import { ReviewImport } from './review-import.tsx';
import classes from './review.module.css';

/** An import in the state that it is in. A file of its own because it is loaded lazily. */
export default function OpenImport({ item, ...props }: OpenImportProps) {
  const { t } = useTranslation();
  switch (item.status) {
    case 'inspecting':
      return (
        <>
          <PageHeader
            title={t('import.check.title')}
            purpose={t('import.check.inspecting')}
            back={{ href: '/import', label: t('import.title') }}
          />
          <div className={classes.columns}>
            <ListSkeleton rows={Math.min(item.files.length, 6)} />
            <TableSkeleton rows={8} columns={5} />
          </div>
        </>
      );
    case 'waiting':
    case 'running':
      return <LoadProgress item={item} />;
    case 'loaded':
      return <LoadResult item={item} />;
    default:
      return <ReviewImport item={item} {...props} />;
  }
}
