import { UnstyledButton } from '@mantine/core';
import type { Cell, QueryResult, QuestionReading } from '@rise/contract';
import { useFigure } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cellText, figureOf, type ShownColumn } from './figure-rows.rules.ts';
import { isRanked } from './figure-markdown.rules.ts';
import classes from './figure-answer.module.css';

interface FigureTableProps {
  reading: QuestionReading;
  result: QueryResult;
  columns: readonly ShownColumn[];
  rows: readonly (readonly Cell[])[];
}

const FIRST = 10;
const MOST = 200;

/** The figures as a table: the first rows, and more on request. */
export function FigureTable({ reading, result, columns, rows }: FigureTableProps) {
  const { t, i18n } = useTranslation();
  const figure = useFigure();
  const [isLong, setLong] = useState(false);
  const words = { t, language: i18n.language };
  const shown = rows.slice(0, isLong ? MOST : FIRST);
  const write = (row: readonly Cell[], item: ShownColumn) => {
    const { format } = item.column;
    return item.isFigure && format
      ? figure(figureOf(row[item.place]), format)
      : cellText(row[item.place], item, reading, words);
  };
  const totals = result.totals ?? null;
  return (
    <>
      <div className={classes.scroll} tabIndex={0} role="group" aria-label={reading.title}>
        <table className={classes.table}>
          <thead>
            <tr>
              {columns.map((item) => (
                <th key={item.name} scope="col" data-figure={item.isFigure || undefined}>
                  {item.title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={JSON.stringify(columns.filter(({ isFigure }) => !isFigure).map(({ place }) => row[place]))}>
                {columns.map((item) => (
                  <td key={item.name} data-figure={item.isFigure || undefined}>
                    {write(row, item)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          {totals && (
            <tfoot>
              <tr>
                {columns.map((item, at) => (
                  <td key={item.name} data-figure={item.isFigure || undefined}>
                    {item.isFigure ? write(totals, item) : at === 0 ? t('assistant.figures.together') : ''}
                  </td>
                ))}
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {!isLong && rows.length > FIRST && (
        <UnstyledButton className={classes.more} onClick={() => setLong(true)}>
          {t('assistant.figures.more', { count: Math.min(rows.length, MOST) - FIRST })}
        </UnstyledButton>
      )}
      {((result.meta.truncated && !isRanked(reading)) || (isLong && rows.length > MOST)) && (
        <p className={classes.note}>{t('assistant.figures.cut', { count: isLong ? shown.length : rows.length })}</p>
      )}
    </>
  );
}
