import type { QuestionReading } from '@rise/contract';
import { SeriesChart } from '@rise/ui/charts';
import { useTranslation } from 'react-i18next';
import { cellText, type ChartRows, figureOf, type ShownColumn } from './figure-rows.rules.ts';
import classes from './figure-answer.module.css';

interface FigureChartProps {
  reading: QuestionReading;
  chart: ChartRows;
  columns: readonly ShownColumn[];
  /** How many rows the result has; with a plus sign where it has more than were read. */
  total: string;
}

/** Room for each bar, so that all are labeled, in pixels. */
const BAR_HEIGHT = 24;
const LEAST_HEIGHT = 180;

/** Figures by one group: lines over time, else bars; which rows these are, where they are not all. */
export default function FigureChart({ reading, chart, columns, total }: FigureChartProps) {
  const { category, rows, part } = chart;
  const { t, i18n } = useTranslation();
  const words = { t, language: i18n.language };
  const isTime = category.column.period !== undefined;
  const key = columns[0]!;
  return (
    <>
      <SeriesChart
        label={reading.title}
        categoryLabel={category.title}
        {...(!isTime && { height: Math.max(LEAST_HEIGHT, rows.length * BAR_HEIGHT + 60) })}
        orientation={isTime ? 'vertical' : 'horizontal'}
        categories={rows.map((row) => ({
          key: String(row[key.place]),
          label: cellText(row[category.place], category, reading, words),
        }))}
        series={columns
          .filter(({ isFigure }) => isFigure)
          .map(({ name, title, place, column }) => ({
            key: name,
            name: title,
            mark: isTime ? ('line' as const) : ('column' as const),
            format: column.format ?? { unit: 'number' as const },
            data: rows.map((row) => {
              const value = figureOf(row[place]);
              return value === null ? null : Number(value);
            }),
          }))}
      />
      {part && <p className={classes.note}>{t(`assistant.figures.${part}`, { count: rows.length, total })}</p>}
    </>
  );
}
