/// <reference types="vite/client" />
export { type ChartColours, chartColours } from './chart-colours.ts';
export type { ChartOption, ChartPlace } from './chart-option.ts';
export { DistributionChart, type DistributionChartProps } from './distribution-chart.tsx';
export { type Bucket, type DistributionData, distributionOption } from './distribution-option.ts';
export { MixChart, type MixChartProps } from './mix-chart.tsx';
export { type MixData, mixOption, type MixPart } from './mix-option.ts';
export { RankingChart, type RankingChartProps } from './ranking-chart.tsx';
export { type RankedItem, type RankingData, rankingOption } from './ranking-option.ts';
export { AreaChart, type AreaChartProps, type AreaSeries } from './area-chart.tsx';
export type { ChartGround } from './chart-colours.ts';
export { Sparkline, type SparklineProps } from './sparkline.tsx';
