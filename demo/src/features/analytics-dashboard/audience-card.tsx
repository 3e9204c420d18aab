import { formatInteger, useFigure, useUiContext } from '@rise/ui';
import { DonutChart } from '@rise/ui/charts';
import { useMemo } from 'react';
import { Widget } from '../../dashboards/widget.tsx';
import { type Analytics, COUNT } from './analytics.ts';
import { apportion } from './apportion.ts';
import { useAnalyticsTexts } from './analytics-dashboard.texts.ts';
import classes from './analytics-dashboard.module.css';

interface AudienceCardProps {
  /** Name of the exported file. */
  name: string;
  title: string;
  audience: Analytics['gender'];
}

/** Visitors by one dimension: shares and counts. */
export function AudienceCard({ name, title, audience: { uniqueVisitors, labels, series } }: AudienceCardProps) {
  const t = useAnalyticsTexts();
  const { locale } = useUiContext();
  const figure = useFigure();
  const counts = useMemo(() => apportion(uniqueVisitors, series), [uniqueVisitors, series]);
  const parts = useMemo(
    () =>
      labels.map((label, at) => ({
        name: label,
        share: (series[at] ?? 0) / 100,
        detail: formatInteger(counts[at] ?? 0, locale),
      })),
    [labels, series, counts, locale],
  );
  return (
    <div className={classes['cell']}>
      <Widget
        title={title}
        exported={{
          name,
          table: () => ({
            head: [title, t('visitors'), t('share')],
            rows: labels.map((label, at) => [label, counts[at] ?? 0, (series[at] ?? 0) / 100]),
          }),
        }}
      >
        <DonutChart label={title} parts={parts} detailLabel={t('visitors')}>
          <span className={classes['whole']}>{figure(uniqueVisitors, COUNT)}</span>
          <span className={classes['whole-of']}>{t('uniqueVisitors')}</span>
        </DonutChart>
      </Widget>
    </div>
  );
}
