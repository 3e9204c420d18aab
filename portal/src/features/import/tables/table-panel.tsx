import { Button, Switch } from '@mantine/core';
import type { DataImport, ImportTable, ImportTableChange } from '@rise/contract';
import { formatInteger, Notice, TableSkeleton } from '@rise/ui';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../dates/moments.ts';
import { FileSettings } from '../preview/file-settings.tsx';
import { Questions } from '../questions/questions.tsx';
import { DriftList } from './drift-list.tsx';
import { TargetForm } from './target-form.tsx';
import classes from './tables.module.css';

const Preview = lazy(() => import('../preview/preview.tsx'));

export type ChangeTable = (change: Omit<ImportTableChange, 'id'>) => void;

export interface TablePanelProps {
  item: DataImport;
  table: ImportTable;
  onChange: ChangeTable;
}

/** One table: what is in doubt, where it goes, how it differs from what is there, and its first rows. */
export function TablePanel({ item, table, onChange }: TablePanelProps) {
  const { t, i18n } = useTranslation();
  const { title, part, rows, columns, include, error, remembered } = table;
  const file = item.files[table.file]?.name ?? '';
  const facts = [
    part === '' ? file : `${file} · ${part}`,
    t(rows.exact ? 'import.tables.rows' : 'import.tables.rowsAbout', {
      count: rows.count,
      rows: formatInteger(rows.count, i18n.language),
    }),
    t('import.tables.columns', { count: columns.length }),
  ];
  return (
    <section className={classes.panel} aria-labelledby="open-table">
      <div className={classes.titleRow}>
        <div className={classes.words}>
          <h2 id="open-table" className={classes.title}>
            {title}
          </h2>
          <p className={classes.facts}>{facts.join(' · ')}</p>
        </div>
        {error === null && (
          <Switch
            label={t('import.tables.load')}
            checked={include}
            onChange={(event) => onChange({ include: event.currentTarget.checked })}
          />
        )}
      </div>
      {error !== null ? (
        <Notice tone="negative" title={t('import.tables.unreadable')}>
          {error.message} {error.remedy}
        </Notice>
      ) : !include ? (
        <p className={classes.facts}>{t('import.tables.leftOutText')}</p>
      ) : (
        <>
          {remembered && <Notice tone="info">{t('import.tables.remembered')}</Notice>}
          <SameFile table={table} onChange={onChange} />
          <Questions table={table} onChange={onChange} />
          <TargetForm item={item} table={table} onChange={onChange} />
          <DriftList table={table} onChange={onChange} />
          {table.settings !== null && (
            <>
              <FileSettings item={item} table={table} settings={table.settings} onChange={onChange} />
              <Suspense fallback={<TableSkeleton rows={8} columns={6} />}>
                <Preview importId={item.id} table={table} settings={table.settings} onChange={onChange} />
              </Suspense>
            </>
          )}
        </>
      )}
    </section>
  );
}

/** The same rows were loaded before: twice the rows are twice the figures. */
function SameFile({ table: { loadedAs, loadAgain }, onChange }: Pick<TablePanelProps, 'table' | 'onChange'>) {
  const { t, i18n } = useTranslation();
  if (loadedAs === null) return null;
  const when = { number: loadedAs.version, moment: formatMoment(loadedAs.loadedAt, i18n.language) };
  return (
    <Notice tone={loadAgain ? 'info' : 'warning'} title={t('import.sameFile.title', when)}>
      <p>{t(loadAgain ? 'import.sameFile.again' : 'import.sameFile.text')}</p>
      <div className={classes.choices}>
        {loadAgain ? (
          <Button variant="default" size="compact-sm" onClick={() => onChange({ loadAgain: false })}>
            {t('import.sameFile.undo')}
          </Button>
        ) : (
          <>
            <Button variant="default" size="compact-sm" onClick={() => onChange({ include: false })}>
              {t('import.sameFile.leaveOut')}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => onChange({ loadAgain: true })}>
              {t('import.sameFile.loadAgain')}
            </Button>
          </>
        )}
      </div>
    </Notice>
  );
}
