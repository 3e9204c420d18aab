import { NativeSelect } from '@mantine/core';
import type { SqlResult } from '@rise/contract';
import { Notice, SegmentedChoice } from '@rise/ui';
import { AreaChart, ComboChart } from '@rise/ui/charts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { axesOf, type ChartChoice, isTimeline, pointsOf } from './chart.rules.ts';
import classes from '../sql.module.css';

const FORMAT = { unit: 'number' } as const;

/** A quick look at a result's shape: one column over another. */
export default function ResultChart({ result, first }: { result: SqlResult; first: ChartChoice }) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(first);
  const { columns } = result;
  const axes = axesOf(columns);
  const points = useMemo(() => pointsOf(result, choice), [result, choice]);
  const [x, y] = [columns[choice.x]!.name, columns[choice.y]!.name];
  const label = t('sqlWorkbench.chart.label', { x, y });
  const options = (indexes: readonly number[]) =>
    indexes.map((index) => ({ value: String(index), label: columns[index]!.name }));
  const data = points.labels.map((at, index) => ({ x: at, y: points.values[index]! }));
  return (
    <div className={classes.chart}>
      <div className={classes.bar}>
        <SegmentedChoice
          label={t('sqlWorkbench.chart.kind')}
          options={[
            { value: 'bar', label: t('sqlWorkbench.chart.bar') },
            { value: 'line', label: t('sqlWorkbench.chart.line') },
          ]}
          value={choice.kind}
          onChange={(kind) => setChoice({ ...choice, kind })}
        />
        <NativeSelect
          aria-label={t('sqlWorkbench.chart.y')}
          value={String(choice.y)}
          data={options(axes.y)}
          onChange={(event) => setChoice({ ...choice, y: Number(event.currentTarget.value) })}
        />
        <span className={classes.summary}>{t('sqlWorkbench.chart.over')}</span>
        <NativeSelect
          aria-label={t('sqlWorkbench.chart.x')}
          value={String(choice.x)}
          data={options(axes.x)}
          onChange={(event) => setChoice({ ...choice, x: Number(event.currentTarget.value) })}
        />
      </div>
      {points.left > 0 && (
        <Notice tone="info">{t('sqlWorkbench.chart.left', { count: points.left, shown: points.labels.length })}</Notice>
      )}
      {isTimeline(columns, choice) ? (
        <AreaChart
          label={label}
          xLabel={x}
          series={[{ name: y, data: data.filter((point) => point.x !== 'NULL') }]}
          format={FORMAT}
        />
      ) : (
        <ComboChart
          label={label}
          categoryLabel={x}
          categories={points.labels}
          series={[{ name: y, type: choice.kind === 'bar' ? 'column' : 'line', data: points.values }]}
          format={FORMAT}
        />
      )}
    </div>
  );
}
