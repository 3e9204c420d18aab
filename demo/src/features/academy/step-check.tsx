import { Radio } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import type { OpenCourse } from './use-reading.ts';
import { useAcademyTexts } from './academy.texts.ts';
import classes from './step-check.module.css';

type Check = NonNullable<OpenCourse['steps'][number]['check']>;

/** A question about a step. The choice is judged at once, and can be changed. */
export function StepCheck({ check: { question, options, answer } }: { check: Check }) {
  const t = useAcademyTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const isCorrect = chosen !== null && options[Number(chosen)]?.isCorrect === true;
  return (
    <div className={classes['check']}>
      <p className={classes['kicker']}>{t('check')}</p>
      <Radio.Group label={question} value={chosen} onChange={setChosen}>
        <div className={classes['options']}>
          {options.map(({ title }, index) => (
            <Radio key={title} value={String(index)} label={title} />
          ))}
        </div>
      </Radio.Group>
      <p className={classes['result']} role="status" data-correct={isCorrect || undefined}>
        {chosen !== null && (
          <>
            {isCorrect ? (
              <IconCircleCheck size={18} stroke={1.8} aria-hidden />
            ) : (
              <IconCircleX size={18} stroke={1.8} aria-hidden />
            )}
            <span>
              <strong>{t(isCorrect ? 'correct' : 'incorrect')}</strong> {isCorrect ? answer : t('chooseAgain')}
            </span>
          </>
        )}
      </p>
    </div>
  );
}
