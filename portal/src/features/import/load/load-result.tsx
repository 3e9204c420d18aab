import { Button } from '@mantine/core';
import type { DataImport } from '@rise/contract';
import { formatInteger, MISSING, Notice, PageHeader } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { versionQuery } from '../import.queries.ts';
import { LoadTotals } from './load-totals.tsx';
import { NextSteps } from './next-steps.tsx';
import { UndoLoad } from './undo-load.tsx';
import { useRejects } from './use-rejects.ts';
import classes from './load.module.css';

/** What a load changed, beside the version before, and what to do next. */
export function LoadResult({ item }: { item: DataImport }) {
  const { t, i18n } = useTranslation();
  const { id, version, results, rejected } = item;
  const rejects = useRejects(id);
  const versions = useQuery({ ...versionQuery(version ?? 0), enabled: version !== null });
  const write = (rows: number | null) => (rows === null ? MISSING : formatInteger(rows, i18n.language));
  return (
    <>
      <PageHeader
        title={t('import.result.title', { number: version ?? 0 })}
        purpose={t('import.result.purpose')}
        back={{ href: '/import', label: t('import.title') }}
        actions={
          versions.data?.version?.current && versions.data.before ? (
            <UndoLoad before={versions.data.before} />
          ) : undefined
        }
      />
      {rejected > 0 && (
        <Notice tone="warning" title={t('import.result.rejected', { count: rejected, rows: write(rejected) })}>
          <p>{t('import.result.rejectedText')}</p>
          <Button variant="default" size="compact-sm" loading={rejects.isPending} onClick={() => rejects.mutate()}>
            {t('import.load.downloadRejects', { count: rejected })}
          </Button>
        </Notice>
      )}
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('import.result.tables')}>
        <table className={classes.results}>
          <thead>
            <tr>
              <th scope="col">{t('import.result.columns.table')}</th>
              <th scope="col">{t('import.result.columns.loaded')}</th>
              <th scope="col">{t('import.result.columns.rejected')}</th>
              <th scope="col">{t('import.result.columns.before')}</th>
              <th scope="col">{t('import.result.columns.rows')}</th>
            </tr>
          </thead>
          <tbody>
            {results.map((result) => (
              <tr key={result.table}>
                <th scope="row">{result.table}</th>
                <td>{write(result.loaded)}</td>
                <td data-rejected={result.rejected > 0 || undefined}>{write(result.rejected)}</td>
                <td>{write(result.before)}</td>
                <td>{write(result.rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <NextSteps tables={results.map(({ table }) => table)} />
      <LoadTotals results={results} />
    </>
  );
}
