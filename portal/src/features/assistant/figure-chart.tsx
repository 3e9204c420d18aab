import type { Cell, QuestionReading } from '@rise/contract';
import { SeriesChart } from '@rise/ui/charts';
import { useTranslation } from 'react-i18next';
import { cellText, figureOf, type ShownColumn } from './figure-rows.rules.ts';

interface FigureChartProps {
  reading: QuestionReading;
  category: ShownColumn;
  columns: readonly ShownColumn[];
  rows: readonly (readonly Cell[])[];
}

/** Figures by one group: lines over time, else bars in the result's order. */
export default function FigureChart({ reading, category, columns, rows }: FigureChartProps) {
  const { t, i18n } = useTranslation();
  const words = { t, language: i18n.language };
  const isTime = category.column.period !== undefined;
  const key = columns[0]!;
  return (
    <SeriesChart
      label={reading.title}
      categoryLabel={category.title}
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
  );
}
