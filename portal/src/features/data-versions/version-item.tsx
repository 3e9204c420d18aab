import { Button } from '@mantine/core';
import type { DataVersion } from '@rise/contract';
import { formatInteger, MISSING, useConfirm } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { formatMoment } from '../../dates/moments.ts';
import { signedInteger } from './version-rows.ts';
import classes from './data-versions.module.css';

export interface VersionItemProps {
  version: DataVersion;
  restoring: boolean;
  onRestore: () => void;
}

/** One version: where its data came from, the rows of its tables beside those of the version before. */
export function VersionItem({ version, restoring, onRestore }: VersionItemProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const confirm = useConfirm();
  const { number, source, asOf, loadedAt, current, restoredFrom, restorable } = version;
  const confirmRestore = async () => {
    const answer = await confirm({
      title: t('dataVersions.confirmTitle', { number }),
      message: t('dataVersions.confirmMessage', { number, source }),
      actions: { confirm: { label: t('dataVersions.restore') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') onRestore();
  };
  const facts = [
    ...(asOf === null ? [] : [t('dataVersions.asOf', { day: formatDay(asOf, language) })]),
    t('dataVersions.loaded', { moment: formatMoment(loadedAt, language) }),
    ...(restoredFrom === null ? [] : [t('dataVersions.restoredFrom', { number: restoredFrom })]),
  ];
  return (
    <li className={classes.version}>
      <div className={classes.head}>
        <div className={classes.words}>
          <h2 className={classes.title}>
            {t('dataVersions.version', { number })}
            {current && <span className={classes.badge}>{t('dataVersions.current')}</span>}
          </h2>
          <p className={classes.source}>{source}</p>
          <p className={classes.facts}>{facts.join(' · ')}</p>
        </div>
        {!current && restorable && (
          <Button
            variant="default"
            loading={restoring}
            aria-label={t('dataVersions.restoreLabel', { number })}
            onClick={() => void confirmRestore()}
          >
            {t('dataVersions.restore')}
          </Button>
        )}
      </div>
      {version.tables.length === 0 ? (
        <p className={classes.facts}>{t('dataVersions.noTables')}</p>
      ) : (
        <Tables version={version} />
      )}
    </li>
  );
}

/** Rows by table, closed at first: a call report has dozens of tables. */
function Tables({ version: { number, tables } }: { version: DataVersion }) {
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
            {tables.map(({ table, rows, before }) => (
              <tr key={table}>
                <th scope="row">{table}</th>
                <td>{write(rows)}</td>
                {compared && (
                  <>
                    <td>{before === null ? MISSING : write(before)}</td>
                    <td>{before === null ? MISSING : signedInteger(rows - before, language)}</td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
