import type { ImportResult } from '@rise/contract';
import { MISSING } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { writeSum } from '../../../figures/write-sum.ts';
import classes from './load.module.css';

/** Sums of the loaded amounts beside the version before: the quickest check of a load against its source. */
export function LoadTotals({ results }: { results: readonly ImportResult[] }) {
  const { t, i18n } = useTranslation();
  const totals = results.flatMap(({ table, totals: sums }) => sums.map((sum) => ({ ...sum, table })));
  if (totals.length === 0) return null;
  const write = (sum: string | null) => (sum === null ? MISSING : writeSum(sum, i18n.language));
  return (
    <section className={classes.totals} aria-labelledby="load-totals">
      <h2 id="load-totals" className={classes.heading}>
        {t('import.result.totals')}
      </h2>
      <div className={classes.scroll} tabIndex={0} role="group" aria-labelledby="load-totals">
        <table className={classes.results}>
          <thead>
            <tr>
              <th scope="col">{t('import.result.columns.column')}</th>
              <th scope="col">{t('import.result.columns.before')}</th>
              <th scope="col">{t('import.result.columns.total')}</th>
            </tr>
          </thead>
          <tbody>
            {totals.map(({ table, column, total, before }) => (
              <tr key={`${table}.${column}`}>
                <th scope="row">
                  {table}.{column}
                </th>
                <td>{write(before)}</td>
                <td>{write(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
