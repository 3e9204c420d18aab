import type { DataImport } from '@rise/contract';
import { EmptyState, Notice, PageHeader } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useChangeImport } from '../import.queries.ts';
import { FailureNotice } from '../load/failure-notice.tsx';
import { TableList } from '../tables/table-list.tsx';
import { TablePanel } from '../tables/table-panel.tsx';
import { tableToShow } from '../tables/table-status.ts';
import { LoadBar } from './load-bar.tsx';
import type { OpenImportProps } from './open-import-props.ts';
import classes from './review.module.css';

/** "Check your files": all tables, and how the open one is read and loaded. Each change is saved at once. */
export function ReviewImport({ item, table: id, onTable, onClose }: OpenImportProps) {
  const { t } = useTranslation();
  const { change, isPending, isError, error } = useChangeImport(item.id);
  const table = tableToShow(item.tables, id);
  return (
    <>
      <PageHeader
        title={t('import.check.title')}
        purpose={t('import.check.purpose')}
        back={{ href: '/import', label: t('import.title') }}
      />
      <FailureNotice item={item} />
      <FileErrors item={item} />
      {table === null ? (
        <EmptyState title={t('import.check.empty.title')} text={t('import.check.empty.text')} art="search" />
      ) : (
        <div className={classes.columns} data-single={item.tables.length === 1 || undefined}>
          {item.tables.length > 1 && (
            <TableList item={item} open={table.id} onOpen={onTable} onInclude={(tables) => change({ tables })} />
          )}
          <TablePanel
            key={table.id}
            item={item}
            table={table}
            onChange={(changed) => change({ tables: [{ id: table.id, ...changed }] })}
          />
        </div>
      )}
      {isError && <Notice tone="negative">{errorText(error, t).message}</Notice>}
      {table !== null && (
        <LoadBar item={item} saving={isPending} onOpen={onTable} onChange={change} onDiscard={onClose} />
      )}
    </>
  );
}

/** Files that cannot be read at all: their tables are in no list. */
function FileErrors({ item: { files } }: { item: DataImport }) {
  return files.flatMap(({ name, error }) =>
    error === null
      ? []
      : [
          <Notice key={name} tone="negative" title={name}>
            {error.message} {error.remedy}
          </Notice>,
        ],
  );
}
