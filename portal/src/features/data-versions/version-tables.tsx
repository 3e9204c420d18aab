import type { DataVersion } from '@rise/contract';
import { formatInteger, MISSING } from '@rise/ui';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { writeSum } from '../../figures/write-sum.ts';
import { signedInteger, sumDifference } from './version-rows.ts';
import classes from './data-versions.module.css';

/** Rows and totals by table, closed at first: a call report has dozens of tables. */
export function VersionTables({ version: { number, tables } }: { version: DataVersion }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const write = (rows: number) => formatInteger(rows, language);
  const total = tables.reduce((sum, { rows }) => sum + rows, 0);
  const compared = tables.some(({ before }) => before !== null);
  return (
    <details className={classes.details}>
      <summary>
        {t('dataVersions.tableCount', { count: tables.length, tables: write(tables.length) })},{' '}
        {t('dataVersions.rowCount', { count: total, rows: write(total) })}
      </summary>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('dataVersions.tables', { number })}>
        <table className={classes.tables}>
          <thead>
            <tr>
              <th scope="col">{t('dataVersions.columns.table')}</th>
              <th scope="col">{t('dataVersions.columns.rows')}</th>
              {compared && (
                <>
                  <th scope="col">{t('dataVersions.columns.before')}</th>
                  <th scope="col">{t('dataVersions.columns.change')}</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {changedFirst(tables).map(({ table, rows, before, totals }) => (
              <Fragment key={table}>
                <tr>
                  <th scope="row">{table}</th>
                  <td>{write(rows)}</td>
                  {compared && (
                    <>
                      <td>{before === null ? MISSING : write(before)}</td>
                      <td>{before === null ? MISSING : signedInteger(rows - before, language)}</td>
                    </>
                  )}
                </tr>
                {isChanged({ rows, before, totals }) &&
                  totals.map((sum) => <TotalRow key={sum.column} sum={sum} compared={compared} />)}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

type Table = DataVersion['tables'][number];

/** Whether the version changed a table; one that it brought counts, too. */
const isChanged = ({ rows, before, totals }: Pick<Table, 'rows' | 'before' | 'totals'>): boolean =>
  rows !== before || totals.some((sum) => sum.total !== sum.before);

/** What a load changed is what people look for. */
const changedFirst = (tables: readonly Table[]): Table[] => [
  ...tables.filter(isChanged),
  ...tables.filter((table) => !isChanged(table)),
];

type Total = Table['totals'][number];

/** The sum of a column. */
function TotalRow({ sum: { column, total, before }, compared }: { sum: Total; compared: boolean }) {
  const { t, i18n } = useTranslation();
  const write = (sum: string, signed = false) => writeSum(sum, i18n.language, { signed });
  return (
    <tr className={classes.total}>
      <th scope="row">{t('dataVersions.totalOf', { column })}</th>
      <td>{write(total)}</td>
      {compared && (
        <>
          <td>{before === null ? MISSING : write(before)}</td>
          <td>{before === null ? MISSING : write(sumDifference(total, before), true)}</td>
        </>
      )}
    </tr>
  );
}
