import type { QueryResult, TileOf } from '@rise/contract';
import { SeriesChart, type SeriesChartProps } from '@rise/ui/charts';
import type { ChartData } from './chart-data.rules.ts';

export function ShapedChart({
  data,
  ...common
}: { tile: TileOf<'chart'>; data: ChartData; result: QueryResult } & Pick<
  SeriesChartProps,
  'label' | 'categoryLabel' | 'onSelect' | 'selected'
> & { height: number }) {
  return <SeriesChart {...common} categories={data.categories} series={data.series} />;
}
