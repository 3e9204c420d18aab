import { Button } from '@mantine/core';
import type { ImportTable } from '@rise/contract';
import { IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { choiceText, exampleText, questionText } from './question-texts.ts';
import classes from './questions.module.css';

type Doubt = ImportTable['doubts'][number];

export interface QuestionCardProps {
  doubt: Doubt;
  /** By index of the choice. */
  onAnswer: (choice: number) => void;
}

/** A doubt as a question, with its evidence and choices; once answered one line, which can be opened again. */
export function QuestionCard({ doubt, onAnswer }: QuestionCardProps) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const [reopened, setReopened] = useState(false);
  const { answer, required, evidence, choices } = doubt;
  const { title, text } = questionText(doubt, t);
  const answered = answer === null ? undefined : choices[answer];
  if (answered && !reopened)
    return (
      <div className={classes.answered}>
        <IconCheck className={classes.check} size={16} aria-hidden />
        <span>
          {title} <strong>{choiceText(answered, t)}</strong>
        </span>
        <Button variant="subtle" size="compact-sm" onClick={() => setReopened(true)}>
          {t('import.questions.change')}
        </Button>
      </div>
    );
  return (
    <article
      className={classes.question}
      data-required={required || undefined}
      data-stop={(required && answer === null) || undefined}
      aria-labelledby={id}
    >
      <h3 id={id} className={classes.title}>
        {title}
      </h3>
      <p className={classes.text}>{text}</p>
      <Evidence evidence={evidence} />
      {choices.length > 0 && (
        <div className={classes.choices} role="group" aria-labelledby={id}>
          {choices.map((choice, place) => (
            <button
              // Choices have no order of their own and never move.
              // oxlint-disable-next-line react/no-array-index-key
              key={place}
              type="button"
              className={classes.choice}
              aria-pressed={answer === null ? (required ? false : choice.suggested) : answer === place}
              onClick={() => {
                setReopened(false);
                onAnswer(place);
              }}
            >
              <span className={classes.label}>
                {choiceText(choice, t)}
                {choice.suggested && <span className={classes.suggested}>{t('import.questions.suggested')}</span>}
              </span>
              {choice.examples.length > 0 && (
                <span className={classes.examples}>
                  {choice.examples
                    .slice(0, EXAMPLES)
                    .map((example) => exampleText(example, i18n.language))
                    .join('  ·  ')}
                </span>
              )}
            </button>
          ))}
        </div>
      )}
    </article>
  );
}

const EXAMPLES = 4;

/** What the doubt is about, as it is in the file. */
function Evidence({ evidence }: Pick<Doubt, 'evidence'>) {
  const { t } = useTranslation();
  if (evidence.length === 0) return null;
  return (
    <ul className={classes.evidence} aria-label={t('import.questions.evidence')}>
      {evidence.slice(0, EXAMPLES).map(({ line, text }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same text may be there twice
        <li key={place}>
          {line !== null && <span className={classes.line}>{t('import.questions.line', { line })}</span>}
          <code>{text}</code>
        </li>
      ))}
    </ul>
  );
}
