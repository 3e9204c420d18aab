import { Button, Switch } from '@mantine/core';
import type { DataImport, ImportTable, TableSettings } from '@rise/contract';
import { formatInteger, Notice, TableSkeleton } from '@rise/ui';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../../dates/moments.ts';
import { followColumns } from '../columns/settings.rules.ts';
import { FileSettings } from '../preview/file-settings.tsx';
import { Questions } from '../questions/questions.tsx';
import type { ChangeTable } from './change-table.ts';
import { DriftList } from './drift-list.tsx';
import { TargetForm } from './target-form.tsx';
import classes from './tables.module.css';

const Preview = lazy(() => import('../preview/preview.tsx'));

export interface TablePanelProps {
  item: DataImport;
  table: ImportTable;
  onChange: ChangeTable;
}

/** One table: what is in doubt, where it goes, how it differs from what is there, and its first rows. */
export function TablePanel({ item, table, onChange }: TablePanelProps) {
  const { t, i18n } = useTranslation();
  const changeSettings: ChangeTable = ({ settings, ...rest }) =>
    onChange({ ...rest, ...(settings && { settings, ...followColumns(table, settings as TableSettings) }) });
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
              <FileSettings item={item} table={table} settings={table.settings} onChange={changeSettings} />
              <Suspense fallback={<TableSkeleton rows={8} columns={6} />}>
                <Preview importId={item.id} table={table} settings={table.settings} onChange={changeSettings} />
              </Suspense>
            </>
          )}
        </>
      )}
    </section>
  );
}

/** The same rows were loaded before: added once more, they would count twice. */
function SameFile({ table: { loadedAs, loadAgain, mode }, onChange }: Pick<TablePanelProps, 'table' | 'onChange'>) {
  const { t, i18n } = useTranslation();
  if (loadedAs === null) return null;
  const title = t('import.sameFile.title', {
    number: loadedAs.version,
    moment: formatMoment(loadedAs.loadedAt, i18n.language),
  });
  const leaveOut = (
    <Button variant="default" size="compact-sm" onClick={() => onChange({ include: false })}>
      {t('import.sameFile.leaveOut')}
    </Button>
  );
  if (mode !== 'append')
    return (
      <Notice tone="info" title={title}>
        <p>{t('import.sameFile.replaces')}</p>
        <div className={classes.choices}>{leaveOut}</div>
      </Notice>
    );
  return (
    <Notice tone={loadAgain ? 'info' : 'warning'} title={title}>
      <p>{t(loadAgain ? 'import.sameFile.again' : 'import.sameFile.text')}</p>
      <div className={classes.choices}>
        {!loadAgain && leaveOut}
        <Button
          variant={loadAgain ? 'default' : 'subtle'}
          size="compact-sm"
          onClick={() => onChange({ loadAgain: !loadAgain })}
        >
          {t(loadAgain ? 'import.sameFile.undo' : 'import.sameFile.loadAgain')}
        </Button>
      </div>
    </Notice>
  );
}
