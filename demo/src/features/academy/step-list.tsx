import { IconCheck } from '@tabler/icons-react';
import { useAcademyTexts } from './academy.texts.ts';
import classes from './academy.module.css';

interface StepListProps {
  steps: readonly { order: number; title: string; subtitle: string }[];
  /** Null after the last one. */
  current: number | null;
  /** Number of completed steps. */
  read: number;
  onGo: (step: number) => void;
}

export function StepList({ steps, current, read, onGo }: StepListProps) {
  const t = useAcademyTexts();
  return (
    <ol className={classes['steps']} aria-label={t('steps')}>
      {steps.map(({ order, title, subtitle }) => {
        const done = order < read && order !== current;
        return (
          <li key={order} data-done={done || undefined}>
            <button type="button" aria-current={order === current ? 'step' : undefined} onClick={() => onGo(order)}>
              <span className={classes['mark']} aria-hidden>
                {done ? <IconCheck size={14} stroke={3} /> : order + 1}
              </span>
              <span className={classes['words']}>
                <span className={classes['step-name']}>{title}</span>
                <span className={classes['step-text']}>{subtitle}</span>
              </span>
              {done && <span className={classes['visuallyHidden']}>{t('stepDone')}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}
