import type { QueryResult, QuestionReading } from '@rise/contract';
import { useFigure } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { figureOf } from './figure-rows.rules.ts';
import classes from './figure-answer.module.css';

/** A member's figures, each with its rank among all members and their median. */
export function ComparedFigures({ reading, result }: { reading: QuestionReading; result: QueryResult }) {
  const { t } = useTranslation();
  const figure = useFigure();
  const at = (name: string) => result.columns.findIndex((column) => column.name === name);
  const count = { unit: 'count' } as const;
  return (
    <dl className={classes.single}>
      {result.rows.map((row) => {
        const name = String(row[at('measure')]);
        const part = reading.parts.find(({ key }) => key === `measure:${name}`);
        const write = (column: string, format = part?.format ?? count) => figure(figureOf(row[at(column)]), format);
        return (
          <div key={name}>
            <dt>{part?.meaning ?? name}</dt>
            <dd>{write('value')}</dd>
            <dd className={classes.beside}>
              {t('assistant.figures.rank', { rank: write('rank', count), count: write('peers', count) })}
            </dd>
            <dd className={classes.beside}>{t('assistant.figures.median', { value: write('median') })}</dd>
          </div>
        );
      })}
    </dl>
  );
}
