import { Button } from '@mantine/core';
import type { GeneratedDatasets, ModelQuestion } from '@rise/contract';
import { EmptyState, ErrorState, Notice, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { answerIn, answerQuestion } from '../../model-text/answers.rules.ts';
import { questionsQuery } from './model-editor.queries.ts';
import { useQuestionWords } from './question-words.ts';
import classes from './model-editor.module.css';

export interface QuestionsPanelProps {
  text: string;
  tables: readonly string[];
  onChange: (text: string) => void;
  onTables: () => void;
}

/** What the data leaves open about the chosen tables, with the evidence; an answer changes the text. */
export function QuestionsPanel({ text, tables, onChange, onTables }: QuestionsPanelProps) {
  const { t } = useTranslation();
  const generated = useQuery(questionsQuery(tables));
  if (tables.length === 0)
    return (
      <div className={classes.panelBody}>
        <p className={classes.hint}>{t('modelEditor.questions.none')}</p>
        <Button variant="default" size="xs" onClick={onTables}>
          {t('modelEditor.questions.chooseTable')}
        </Button>
      </div>
    );
  if (generated.isError)
    return <ErrorState {...errorText(generated.error, t)} onRetry={() => void generated.refetch()} />;
  if (!generated.data) return <TextSkeleton lines={6} />;
  return <Questions generated={generated.data} text={text} onChange={onChange} />;
}

function Questions({
  generated,
  text,
  onChange,
}: Pick<QuestionsPanelProps, 'text' | 'onChange'> & { generated: GeneratedDatasets }) {
  const { t } = useTranslation();
  const { questions } = generated;
  const answers = useMemo(() => new Map(questions.map((one) => [one.id, answerIn(text, one)])), [questions, text]);
  // Columns of several tables often have the same name.
  const tables = new Set(questions.map(({ table }) => table));
  if (questions.length === 0)
    return (
      <EmptyState title={t('modelEditor.questions.clear')} text={t('modelEditor.questions.clearText')} art="list" />
    );
  return (
    <div className={classes.panelBody}>
      <p className={classes.hint}>{t('modelEditor.questions.intro', { count: questions.length })}</p>
      {[...tables].map((table) => (
        <section key={table} className={classes.panelBody} aria-label={table}>
          {tables.size > 1 && <h3 className={classes.questionTable}>{table}</h3>}
          {questions
            .filter((question) => question.table === table)
            .map((question) => (
              <Question
                key={question.id}
                question={question}
                answer={answers.get(question.id) ?? null}
                onAnswer={(id) => {
                  const answer = question.answers.find((one) => one.id === id)!;
                  onChange(answerQuestion(text, question, answer));
                }}
              />
            ))}
        </section>
      ))}
    </div>
  );
}

function Question(props: { question: ModelQuestion; answer: string | null; onAnswer: (id: string) => void }) {
  const { question, answer, onAnswer } = props;
  const { t } = useTranslation();
  const { titleOf, evidenceOf, answerOf } = useQuestionWords();
  const id = useId();
  return (
    <div
      className={classes.question}
      role="radiogroup"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-evidence`}
    >
      <h3 id={`${id}-title`} className={classes.questionTitle}>
        {titleOf(question)}
      </h3>
      <p id={`${id}-evidence`} className={classes.hint}>
        {evidenceOf(question)}
      </p>
      {question.answers.map((one) => (
        <label key={one.id} className={classes.answer}>
          <input type="radio" name={id} value={one.id} checked={one.id === answer} onChange={() => onAnswer(one.id)} />
          {one.id === question.recommended
            ? t('modelEditor.questions.recommended', { answer: answerOf(question, one.id) })
            : answerOf(question, one.id)}
        </label>
      ))}
      {answer === null && <Notice tone="info">{t('modelEditor.questions.byHand')}</Notice>}
    </div>
  );
}
