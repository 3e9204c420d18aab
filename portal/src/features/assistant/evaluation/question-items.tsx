import { Button } from '@mantine/core';
import type { EvaluationQuestion } from '@rise/contract';
import { EmptyState, useConfirm } from '@rise/ui';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../../client/use-report-error.ts';
import cards from '../../../embedding/cards.module.css';
import { useDeleteQuestion } from './evaluation.queries.ts';
import classes from './evaluation.module.css';

interface QuestionItemsProps {
  questions: readonly EvaluationQuestion[];
  onEdit: (id: string) => void;
}

/** The tenant's own questions, the newest first. */
export function QuestionItems({ questions, onEdit }: QuestionItemsProps) {
  const { t } = useTranslation();
  return (
    <section className={cards.card} aria-labelledby="evaluation-questions">
      <h2 id="evaluation-questions" className={cards.heading}>
        {t('evaluation.questions', { count: questions.length })}
      </h2>
      {questions.length === 0 ? (
        <EmptyState art="list" title={t('evaluation.noQuestions')} text={t('evaluation.noQuestionsText')} />
      ) : (
        <ul className={classes.results} aria-labelledby="evaluation-questions">
          {questions.map((question) => (
            <QuestionItem key={question.id} question={question} onEdit={() => onEdit(question.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function QuestionItem({ question, onEdit }: { question: EvaluationQuestion; onEdit: () => void }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const remove = useDeleteQuestion();
  const onError = useReportError();
  const { id, text, language, expectedTitle, author } = question;
  const ask = async () => {
    const answer = await confirm({
      title: t('evaluation.deleteQuestion.title'),
      message: t('evaluation.deleteQuestion.message', { text }),
      actions: { confirm: { label: t('common.delete') } },
    });
    if (answer === 'confirmed') remove.mutate(id, { onError });
  };
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <p className={classes.question} lang={language}>
          {text}
        </p>
        <p className={classes.by}>
          {t(`evaluation.languages.${language}`)} ·{' '}
          <span lang={language}>{expectedTitle ?? t('evaluation.noAnswer')}</span>
          {author !== null && ` · ${author}`}
        </p>
      </div>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-label={t('evaluation.editNamed', { text })}
          onClick={onEdit}
        >
          {t('evaluation.edit')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          aria-label={t('evaluation.deleteQuestionNamed', { text })}
          loading={remove.isPending}
          onClick={() => void ask()}
        >
          {t('common.delete')}
        </Button>
      </div>
    </li>
  );
}
