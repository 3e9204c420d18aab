import type { Insight } from '@rise/contract';
import { SeriesChart } from '@rise/ui/charts';
import { useTranslation } from 'react-i18next';
import { periodText } from '../../figures/period-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';

type Chart = NonNullable<Insight['chart']>;

const HEIGHT = 190;

interface InsightChartProps {
  finding: Insight;
  chart: Chart;
}

/** A finding as a chart: a course with what was expected, or members beside one another. */
export default function InsightChart({ finding, chart }: InsightChartProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const label = localize(finding.sentence);
  if (chart.kind === 'course') return <CourseChart finding={finding} chart={chart} />;
  const members =
    chart.kind === 'peers' ? chart.members : chart.members.map(({ share, ...rest }) => ({ ...rest, value: share }));
  const items = members.map((member, index) => ({
    key: member.isOwn ? 'own' : String(index),
    label: localize(member.label),
    value: member.value,
  }));
  const format =
    chart.kind === 'shares' || !finding.measure ? { unit: 'percent' as const, decimals: 1 } : finding.measure.format;
  return (
    <SeriesChart
      label={label}
      height={Math.max(HEIGHT, items.length * 26 + 60)}
      orientation="horizontal"
      categoryLabel={finding.member ? localize(finding.member.title) : t('insights.chart.member')}
      categories={items.map(({ key, label: name }) => ({ key, label: name }))}
      selected={new Set(['own'])}
      series={[
        {
          key: 'value',
          name: chart.kind === 'shares' ? t('insights.chart.share') : localize(finding.measure!.title),
          mark: 'column',
          format,
          data: items.map(({ value }) => value),
        },
      ]}
      {...(chart.kind === 'peers' && { lines: [{ label: t('insights.chart.median'), value: chart.median }] })}
    />
  );
}

function CourseChart({ finding, chart }: { finding: Insight; chart: Extract<Chart, { kind: 'course' }> }) {
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const { points, grain, limit } = chart;
  const format = finding.measure?.format ?? { unit: 'number' as const, decimals: 0 };
  const has = (part: 'expected' | 'low' | 'high') => points.some((point) => point[part] !== null);
  // The interval begins where the past ends.
  const line = (key: 'expected' | 'low' | 'high') => ({
    key,
    name: t(`insights.chart.${key}`),
    mark: 'line' as const,
    format,
    isOther: key !== 'expected',
    data: points.map((point, place) => point[key] ?? (points[place + 1]?.[key] != null ? point.value : null)),
  });
  return (
    <SeriesChart
      label={localize(finding.sentence)}
      height={HEIGHT}
      categoryLabel={t('insights.chart.period')}
      categories={points.map(({ period }) => ({
        key: period,
        label: periodText(period, grain, { t, language: i18n.language }),
      }))}
      series={[
        { key: 'value', name: t('insights.chart.value'), mark: 'line', format, data: points.map(({ value }) => value) },
        ...(['expected', 'low', 'high'] as const).filter(has).map(line),
      ]}
      {...(limit !== null && { lines: [{ label: t('insights.chart.limit'), value: limit }] })}
    />
  );
}
