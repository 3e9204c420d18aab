import { Button, Modal } from '@mantine/core';
import { CloseButton } from '@rise/ui';
import { useOpen } from '@rise/shell/routing';
import { useState } from 'react';
import type { Resolution } from './conflict.rules.ts';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

/** Names that are listed; of more, how many there are. */
const MOST_NAMES = 5;

export interface Conflict {
  readonly names: readonly string[];
  /** The name of the folder in which they are taken. */
  readonly folder: string;
}

interface Question extends Conflict {
  readonly resolve: (resolution: Resolution) => void;
}

/** Asks what to do with items whose names are taken. What is never answered is never done. */
export function useConflictQuestion() {
  const [question, setQuestion] = useOpen<Question | null>(null);
  return {
    question,
    close: () => setQuestion(null),
    resolveConflict: (conflict: Conflict) =>
      new Promise<Resolution>((resolve) => {
        setQuestion({ ...conflict, resolve });
      }),
  };
}

/** The names in question, and the three answers. */
export function ConflictQuestion({ question, close }: { question: Question | null; close: () => void }) {
  const t = useFilesTexts();
  const [last, setLast] = useState(question);
  // While the dialog closes, it keeps showing the last question.
  if (question !== null && question !== last) setLast(question);
  const { names, folder } = last ?? { names: [], folder: '' };
  const answer = (resolution: Resolution) => () => {
    close();
    last?.resolve(resolution);
  };
  return (
    <Modal.Root opened={question !== null} onClose={close} centered>
      <Modal.Overlay />
      <Modal.Content inert={question === null}>
        <Modal.Body className={classes['question'] ?? ''}>
          <div className={classes['question-head']}>
            <Modal.Title className={classes['question-title'] ?? ''}>
              {t('conflict', { count: names.length, name: names[0] ?? '', folder })}
            </Modal.Title>
            <CloseButton label={t('cancel')} onClick={close} />
          </div>
          {names.length > 1 && (
            <ul className={classes['conflicts']}>
              {names.slice(0, MOST_NAMES).map((name) => (
                <li key={name}>{name}</li>
              ))}
              {names.length > MOST_NAMES && <li>{t('more', { count: names.length - MOST_NAMES })}</li>}
            </ul>
          )}
          <p className={classes['conflict-text']}>{t('conflictText', { count: names.length })}</p>
          <div className={classes['answers']}>
            <Button variant="default" onClick={answer('skip')}>
              {t('skip')}
            </Button>
            <Button variant="default" onClick={answer('replace')}>
              {t('replace')}
            </Button>
            <Button data-autofocus onClick={answer('both')}>
              {t('keepBoth')}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
