// The rules by which results become charts and labels, for the server: print arranges figures as the page does.
export { type ChartData, chartData, hiddenSeries } from './chart-data.rules.ts';
export { chartNotes } from './annotations.rules.ts';
export { boxesOf } from './boxes.rules.ts';
export { bulletItems } from './bullet.rules.ts';
export { columnName, fieldOf, isIncomplete, memberReader, type Words } from './result-labels.ts';
export { periodText } from '../../../figures/period-text.ts';
