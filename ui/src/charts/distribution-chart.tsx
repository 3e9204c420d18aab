import { useCallback, useMemo } from 'react';
import { type FigureFormat, type FigureValue, formatInteger, isFigure } from '../figures/format-figure.ts';
import { useFigure } from '../figures/use-figure.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { ChartFigure } from './chart-figure.tsx';
import { ChartWalk } from './chart-walk.tsx';
import type { ChartContext } from './chart-option.ts';
import { type Bucket, DISTRIBUTION_HEIGHT, distributionOption } from './distribution-option.ts';
import { bars, useChart } from './use-chart.ts';

export interface DistributionChartProps {
  label: string;
  format: FigureFormat;
  buckets: readonly Bucket[];
  subject?: { label: string; value: FigureValue } | null;
  median?: FigureValue;
  /** What is counted. Default: 'Members'. */
  countLabel?: string;
  height?: number;
}

/** Distribution of a group over one measure, with the subject's position. */
export function DistributionChart({
  label,
  format,
  buckets,
  subject,
  median,
  countLabel,
  height = DISTRIBUTION_HEIGHT,
}: DistributionChartProps) {
  const { texts, locale } = useUiContext();
  const figure = useFigure();
  const data = useMemo(() => {
    const write = (value: FigureValue) => figure(value, { ...format, truncate: false }, { compact: true });
    const writeRange = ({ lower, upper }: Bucket) => {
      if (lower === null) return fill(texts.belowValue, { value: write(upper) });
      if (upper === null) return fill(texts.fromValue, { value: write(lower) });
      return fill(texts.valueRange, { lower: write(lower), upper: write(upper) });
    };
    const exact = (value: FigureValue) => figure(value, format, { compact: true });
    return {
      buckets,
      subject: subject && { label: `${subject.label} ${exact(subject.value)}`, value: subject.value },
      median: isFigure(median) ? { label: fill(texts.median, { value: exact(median) }), value: median } : null,
      write,
      writeCount: (count: number) => formatInteger(count, locale),
      writeRange,
      countLabel: countLabel ?? texts.members,
    };
  }, [buckets, subject, median, figure, format, locale, texts, countLabel]);
  const build = useCallback((place: ChartContext) => distributionOption(data, place), [data]);
  const { container, status, chart } = useChart(height, build, bars);
  const describe = (bucket: Bucket) => [
    data.writeRange(bucket),
    data.writeCount(bucket.members),
    bucket.containsSubject ? (data.subject?.label ?? '') : '',
  ];
  return (
    <ChartFigure
      label={label}
      height={height}
      container={container}
      status={status}
      table={{ head: [texts.range, data.countLabel, texts.name], rows: buckets.map(describe) }}
    >
      <ChartWalk label={label} chart={chart} marks={buckets.map((bucket) => describe(bucket).join(' '))} />
    </ChartFigure>
  );
}
