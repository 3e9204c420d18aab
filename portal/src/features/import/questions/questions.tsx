import type { DoubtCode, ImportTable } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import type { ChangeTable } from '../tables/change-table.ts';
import { QuestionCard } from './question-card.tsx';
import classes from './questions.module.css';

export interface QuestionsProps {
  table: ImportTable;
  onChange: ChangeTable;
}

/** What changes all rows, and is seen at a glance. */
const PROMINENT = new Set<DoubtCode>(['encoding', 'header', 'footer_rows']);

/** What cannot be known from the file alone; what is only to be known is folded. */
export function Questions({ table: { doubts }, onChange }: QuestionsProps) {
  const { t } = useTranslation();
  const numbered = doubts.map((doubt, place) => ({ doubt, place }));
  const isProminent = ({ doubt }: (typeof numbered)[number]) => doubt.required || PROMINENT.has(doubt.code);
  const questions = [
    ...numbered.filter(({ doubt }) => doubt.required),
    ...numbered.filter((one) => isProminent(one) && !one.doubt.required),
  ];
  const notes = numbered.filter((one) => !isProminent(one));
  const card = ({ doubt, place }: (typeof numbered)[number]) => (
    <QuestionCard
      key={`${doubt.code} ${doubt.column ?? ''} ${place}`}
      doubt={doubt}
      onAnswer={(choice) => onChange({ answers: [{ doubt: place, choice }] })}
    />
  );
  return (
    <>
      {questions.length > 0 && (
        <section className={classes.questions} aria-label={t('import.questions.title')}>
          {questions.map(card)}
        </section>
      )}
      {notes.length > 0 && (
        <details className={classes.notes}>
          <summary>{t('import.questions.notes', { count: notes.length })}</summary>
          <div className={classes.questions}>{notes.map(card)}</div>
        </details>
      )}
    </>
  );
}
