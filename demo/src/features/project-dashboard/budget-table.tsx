import { DataGrid, type DataGridColumn, type DataGridSort, useFigure } from '@rise/ui';
import { useMemo } from 'react';
import { LevelBar } from '../../dashboards/level-bar.tsx';
import { sum } from '../../dashboards/trend.ts';
import { Widget } from '../../dashboards/widget.tsx';
import { useAddress } from '@rise/shell/routing';
import { MONEY, PERCENT, type Project } from './project.ts';
import { useProjectTexts } from './project-dashboard.texts.ts';
import classes from './project-dashboard.module.css';

type Row = Project['budgetDetails']['rows'][number];

const SORTED = /^(\w+)-(asc|desc)$/;

/** Budget items with spent and remaining amounts. */
export function BudgetTable({ rows }: { rows: readonly Row[] }) {
  const t = useProjectTexts();
  const figure = useFigure();
  const { search, setSearch } = useAddress();
  const [, id, direction] = SORTED.exec(search['sort'] ?? '') ?? [];
  const columns = useMemo<DataGridColumn<Row>[]>(
    () => [
      {
        id: 'type',
        title: t('part'),
        value: ({ type }) => type,
        render: ({ id: key, type }) => (
          <span className={classes['type']}>
            <span className={classes['dot']} style={{ background: `var(--rise-series-${((key - 1) % 8) + 1})` }} />
            {type}
          </span>
        ),
        width: 180,
      },
      { id: 'total', title: t('total'), value: ({ total }) => total, format: MONEY, width: 140 },
      { id: 'spent', title: t('spent'), value: ({ expensesAmount }) => expensesAmount, format: MONEY, width: 140 },
      {
        id: 'spentShare',
        title: t('spentShare'),
        value: ({ expensesPercentage }) => expensesPercentage / 100,
        format: PERCENT,
        width: 120,
      },
      { id: 'left', title: t('left'), value: ({ remainingAmount }) => remainingAmount, format: MONEY, width: 140 },
      {
        id: 'leftShare',
        title: t('leftShare'),
        value: ({ remainingPercentage }) => remainingPercentage / 100,
        format: PERCENT,
        width: 200,
        render: ({ type, remainingPercentage }) => (
          <span className={classes['level']}>
            <LevelBar label={t('leftOf', { part: type })} share={remainingPercentage / 100} />
            <span className={classes['level-figure']}>{figure(remainingPercentage / 100, PERCENT)}</span>
          </span>
        ),
      },
    ],
    [t, figure],
  );
  const totals = useMemo(() => {
    const total = sum(rows.map((row) => row.total));
    const spent = sum(rows.map((row) => row.expensesAmount));
    const left = sum(rows.map((row) => row.remainingAmount));
    return { total, spent, spentShare: spent / total, left, leftShare: left / total };
  }, [rows]);
  return (
    <Widget
      title={t('budgetDetails')}
      exported={{
        name: 'budget',
        table: () => ({
          head: columns.map(({ title }) => title),
          rows: rows.map((row) => columns.map(({ value }) => value(row) as string | number)),
        }),
      }}
    >
      <DataGrid
        label={t('budgetDetails')}
        columns={columns}
        rows={rows}
        rowKey={(row) => String(row.id)}
        totals={totals}
        totalsLabel={t('wholeBudget')}
        sort={id === undefined ? null : { id, direction: direction as DataGridSort['direction'] }}
        onSortChange={(sort) => setSearch({ sort: `${sort.id}-${sort.direction}` })}
      />
    </Widget>
  );
}
