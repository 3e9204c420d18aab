// What a chart is without React: its option, its colors and its texts. The server draws from here for print.
import './engine-pies.ts';
import './engine-scatter.ts';
import './engine-series.ts';
import './engine-shapes.ts';
import './engine-treemap.ts';

export { setPlatformAPI } from 'echarts/core';
export { init } from './engine.ts';
export { boxChartHeight, type BoxItem, boxOption } from './box-option.ts';
export { bulletChartHeight, type BulletItem, bulletOption } from './bullet-option.ts';
export { type ChartColors, chartColors } from './chart-colors.ts';
export type { ChartContext, ChartOption } from './chart-option.ts';
export { sequentialColor } from './color-scale.ts';
export { distributionOption } from './distribution-option.ts';
export { funnelShares } from './funnel-shares.ts';
export { heatMapHeight, heatMapOption, heatMapRange, heatMapValues } from './heat-map-option.ts';
export { mixHeight, mixOption } from './mix-option.ts';
export { canBePie, partColors, pieOption, pieShares, pieTotal } from './pie-option.ts';
export { rankingHeight, rankingOption } from './ranking-option.ts';
export { pointShape, scatterColors, scatterGroups, scatterOption } from './scatter-option.ts';
export { type ChartNote, type ChartSeries, chartSeriesStyles, type SeriesCategory, seriesData } from './series-data.ts';
export { seriesChartHeight, seriesOption } from './series-option.ts';
export { path, runs, SPARKLINE } from './sparkline-path.ts';
export { stateClassColors, type StateItem, stateMapData, stateMapOption } from './state-map-option.ts';
export { treemapOption } from './treemap-option.ts';
export { waterfallOption } from './waterfall-option.ts';
export {
  type FigureFormat,
  type FigureValue,
  formatDate,
  formatFigure,
  formatInteger,
  formatPoints,
  isFigure,
  type WriteFigure,
} from '../figures/format-figure.ts';
export { type Tone, tokens } from '../theme/tokens.ts';
