import { useFigure } from '@rise/ui';
import { AreaChart } from '@rise/ui/charts';
import { InfoTip } from '../../dashboards/info-tip.tsx';
import { Widget } from '../../dashboards/widget.tsx';
import { type Analytics, COUNT, dayOf, PERCENT } from './analytics.ts';
import { useAnalyticsTexts } from './analytics-dashboard.texts.ts';
import classes from './analytics-dashboard.module.css';

/** Daily visitors and page views. */
export function VisitorsVsPageViews({ figures }: { figures: Analytics['visitorsVsPageViews'] }) {
  const t = useAnalyticsTexts();
  const figure = useFigure();
  const { overallScore, averageRatio, predictedRatio, series } = figures;
  const days = series[0]?.data.map(({ x }) => dayOf(x)) ?? [];
  const messages = [
    {
      title: t('overallScore'),
      text: t('overallScoreText', { count: days.length }),
      value: figure(overallScore, COUNT),
    },
    {
      title: t('averageRatio'),
      text: t('averageRatioText', { count: days.length }),
      value: figure(averageRatio / 100, PERCENT),
    },
    { title: t('predictedRatio'), text: t('predictedRatioText'), value: figure(predictedRatio / 100, PERCENT) },
  ];
  return (
    <Widget
      title={t('visitorsVsPageViews')}
      subtitle={t('visitorsVsPageViewsText', { count: days.length })}
      exported={{
        name: 'visitors-and-page-views',
        table: () => ({
          head: [t('date'), ...series.map(({ name }) => name)],
          rows: days.map((day, at) => [day, ...series.map(({ data }) => data[at]?.y ?? null)]),
        }),
      }}
    >
      <dl className={classes['totals']}>
        {messages.map(({ title, text, value }) => (
          <div key={title}>
            <dt>
              {title}
              <InfoTip title={title} text={text} />
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <AreaChart
        label={t('visitorsVsPageViews')}
        xLabel={t('date')}
        series={series}
        format={COUNT}
        smooth
        height={300}
      />
    </Widget>
  );
}
