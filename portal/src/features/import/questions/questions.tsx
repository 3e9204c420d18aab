import type { ImportTable } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import type { ChangeTable } from '../tables/table-panel.tsx';
import { QuestionCard } from './question-card.tsx';
import classes from './questions.module.css';

export interface QuestionsProps {
  table: ImportTable;
  onChange: ChangeTable;
}

/** What cannot be known from the file alone: questions that stop the load first, what is only to be known folded. */
export function Questions({ table: { doubts }, onChange }: QuestionsProps) {
  const { t } = useTranslation();
  const numbered = doubts.map((doubt, place) => ({ doubt, place }));
  const required = numbered.filter(({ doubt }) => doubt.required);
  const notes = numbered.filter(({ doubt }) => !doubt.required);
  const card = ({ doubt, place }: (typeof numbered)[number]) => (
    <QuestionCard
      key={`${doubt.code} ${doubt.column ?? ''} ${place}`}
      doubt={doubt}
      onAnswer={(choice) => onChange({ answers: [{ doubt: place, choice }] })}
    />
  );
  return (
    <>
      {required.length > 0 && (
        <section className={classes.questions} aria-label={t('import.questions.title')}>
          {required.map(card)}
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
