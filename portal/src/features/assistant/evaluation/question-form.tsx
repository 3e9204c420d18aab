import { Button, NativeSelect, Radio, TextInput, UnstyledButton } from '@mantine/core';
import type { EvaluationQuestion, Language, QuestionAnswer, QuestionChoice, SemanticQuery } from '@rise/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import cards from '../../../embedding/cards.module.css';
import { readingQuery } from '../figure-answer.queries.ts';
import { ReadingChips } from '../reading-chips.tsx';
import { useReadQuestion, useSaveQuestion } from './evaluation.queries.ts';
import classes from './evaluation.module.css';

interface QuestionFormProps {
  /** The one that is changed; null: a new one. */
  question: EvaluationQuestion | null;
  /** What a new one begins with. */
  text: string;
  onDone: () => void;
}

const LONGEST = 500;
const LANGUAGES = ['en', 'tr'] as const;

/** A question with what it should be understood as: figures, whose parts can be changed, or nothing. */
export function QuestionForm({ question, text: initial, onDone }: QuestionFormProps) {
  const { t, i18n } = useTranslation();
  const save = useSaveQuestion();
  const own: Language = i18n.language === 'tr' ? 'tr' : 'en';
  const [text, setText] = useState(question?.text ?? initial);
  const [language, setLanguage] = useState<Language>(question?.language ?? own);
  const [kind, setKind] = useState<'figures' | 'none'>(question && question.expected === null ? 'none' : 'figures');
  const [query, setQuery] = useState<SemanticQuery | null>(question?.expected ?? null);
  const expected = kind === 'none' ? null : query;
  const isReady = text.trim() !== '' && (kind === 'none' || query !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    const onSuccess = () => {
      setText('');
      setQuery(null);
      onDone();
    };
    save.mutate({ id: question?.id ?? null, text: text.trim(), language, expected }, { onSuccess });
  };
  return (
    <section className={cards.card} aria-labelledby="evaluation-form">
      <h2 id="evaluation-form" className={cards.heading}>
        {t(question ? 'evaluation.form.change' : 'evaluation.form.add')}
      </h2>
      <p className={cards.hint}>{t('evaluation.form.help')}</p>
      <form noValidate className={classes.form} onSubmit={submit} aria-labelledby="evaluation-form">
        <TextInput
          label={t('evaluation.form.question')}
          maxLength={LONGEST}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <NativeSelect
          label={t('evaluation.form.language')}
          value={language}
          data={LANGUAGES.map((value) => ({ value, label: t(`evaluation.languages.${value}`) }))}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'tr' ? 'tr' : 'en')}
        />
        <Radio.Group
          label={t('evaluation.form.expected')}
          value={kind}
          onChange={(value) => setKind(value === 'none' ? 'none' : 'figures')}
        >
          <div className={classes.options}>
            <Radio value="figures" label={t('evaluation.form.figures')} />
            <Radio value="none" label={t('evaluation.form.none')} />
          </div>
        </Radio.Group>
        {kind === 'figures' && <ExpectedFigures text={text} language={language} query={query} onQuery={setQuery} />}
        {save.isError && (
          <p role="alert" className={cards.error}>
            {errorText(save.error, t).message}
          </p>
        )}
        <div className={classes.actions}>
          <Button type="submit" disabled={!isReady} loading={save.isPending}>
            {t(question ? 'evaluation.form.save' : 'evaluation.form.addButton')}
          </Button>
          {question && (
            <Button variant="default" onClick={onDone}>
              {t('common.cancel')}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}

interface ExpectedFiguresProps {
  text: string;
  language: Language;
  query: SemanticQuery | null;
  onQuery: (query: SemanticQuery) => void;
}

/** The figures that are expected: as the question is read now, as other words are, or with a part changed. */
function ExpectedFigures({ text, language, query, onQuery }: ExpectedFiguresProps) {
  const { t } = useTranslation();
  const read = useReadQuestion();
  const [other, setOther] = useState('');
  const words = other.trim() === '' ? text.trim() : other.trim();
  const start = () =>
    read.mutate(
      { question: words, language },
      {
        onSuccess: (answer) => {
          if (answer.kind === 'reading') onQuery(answer.reading.query);
        },
      },
    );
  return (
    <>
      <TextInput
        label={t('evaluation.form.other')}
        description={t('evaluation.form.otherHelp')}
        maxLength={LONGEST}
        value={other}
        onChange={({ currentTarget }) => setOther(currentTarget.value)}
      />
      <div>
        <Button variant="default" disabled={words === ''} loading={read.isPending} onClick={start}>
          {t('evaluation.form.read')}
        </Button>
      </div>
      {read.isError && (
        <p role="alert" className={cards.error}>
          {errorText(read.error, t).message}
        </p>
      )}
      {read.data && read.data.kind !== 'reading' && <Offered answer={read.data} onChoose={onQuery} />}
      {query && <Expected query={query} language={language} onQuery={onQuery} />}
    </>
  );
}

type NoReading = Exclude<QuestionAnswer, { kind: 'reading' }>;

function Offered({ answer, onChoose }: { answer: NoReading; onChoose: (query: SemanticQuery) => void }) {
  const { t } = useTranslation();
  const choices: readonly QuestionChoice[] = answer.kind === 'choices' ? answer.choices : answer.nearest;
  return (
    <div role="status">
      <p className={classes.by}>{answer.kind === 'choices' ? t('evaluation.form.several') : answer.message}</p>
      <ul className={classes.choices}>
        {choices.map(({ title, query }) => (
          <li key={JSON.stringify(query)}>
            <UnstyledButton className={classes.choice} onClick={() => onChoose(query)}>
              {title}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Expected({
  query,
  language,
  onQuery,
}: {
  query: SemanticQuery;
  language: Language;
  onQuery: (query: SemanticQuery) => void;
}) {
  const { t } = useTranslation();
  const reading = useQuery(readingQuery('', query, language));
  if (reading.isError)
    return (
      <p role="alert" className={cards.error}>
        {errorText(reading.error, t).message}
      </p>
    );
  if (!reading.data) return null;
  return (
    <div role="status">
      <p className={classes.question}>{reading.data.title}</p>
      <ReadingChips reading={reading.data} onChange={onQuery} />
    </div>
  );
}
