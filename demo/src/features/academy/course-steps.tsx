import { Button } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { Notice } from '@rise/ui';
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SafeHtml } from '../../html/safe-html.tsx';
import { useAcademyTexts } from './academy.texts.ts';
import { CourseEnd } from './course-end.tsx';
import { ProgressLine } from './progress-line.tsx';
import { StepCheck } from './step-check.tsx';
import { StepList } from './step-list.tsx';
import { type OpenCourse, type Reading, useReading } from './use-reading.ts';
import classes from './academy.module.css';

/** The steps of a course beside the one that is read; the arrow keys turn to the next and previous one. */
export function CourseSteps({ course }: { course: OpenCourse }) {
  const t = useAcademyTexts();
  const reading = useReading(course);
  const wide = useMediaQuery('(width >= 1280px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const { steps, progress } = course;
  const { current, go } = reading;
  const last = steps.length - 1;
  // Fields, menus and dialogs keep their arrow keys.
  const turn = (by: number) => (event: KeyboardEvent) => {
    if (current === null || event.defaultPrevented || (event.target as Element).closest('nav, [role="dialog"]')) return;
    if (current + by >= 0 && current + by <= last) go(current + by);
  };
  useHotkeys([
    ['ArrowLeft', turn(-1), { preventDefault: false }],
    ['ArrowRight', turn(1), { preventDefault: false }],
  ]);
  const list = <StepList steps={steps} current={current} read={progress.currentStep} onGo={go} />;
  return (
    <div className={classes['reader']}>
      {wide ? (
        list
      ) : (
        <details className={classes['fold']}>
          <summary>{t('steps')}</summary>
          {list}
        </details>
      )}
      <div className={classes['step']}>
        {reading.hasFailed && (
          <Notice tone="negative">
            {t('failed')}{' '}
            <Button size="compact-sm" variant="default" onClick={reading.retry}>
              {t('retry')}
            </Button>
          </Notice>
        )}
        {current === null ? (
          <CourseEnd course={course} onRestart={() => go(0)} />
        ) : (
          <OpenStep course={course} reading={reading} current={current} />
        )}
      </div>
    </div>
  );
}

interface OpenStepProps {
  course: OpenCourse;
  reading: Reading;
  current: number;
}

function OpenStep({ course: { steps, progress }, reading, current }: OpenStepProps) {
  const t = useAcademyTexts();
  const title = useHeadingOf(current);
  const step = steps[current];
  if (!step) return null;
  return (
    <>
      {reading.isResumed && <Resumed step={current} total={steps.length} onRestart={() => reading.go(0)} />}
      <ProgressLine read={Math.max(progress.currentStep, current) + 1} total={steps.length} />
      <article className={classes['article']} key={current}>
        <p className={classes['counter']} role="status">
          {t('stepOf', { step: current + 1, total: steps.length })}
        </p>
        <h2 ref={title} tabIndex={-1} className={classes['step-title']}>
          {step.title}
        </h2>
        <p className={classes['subtitle']}>{step.subtitle}</p>
        <SafeHtml html={step.content} className={classes['content']} />
        {step.check && <StepCheck key={current} check={step.check} />}
      </article>
      <StepWays reading={reading} current={current} total={steps.length} />
    </>
  );
}

/** Shows the top of a step that was turned to, and puts the focus there; not at the first one shown. */
function useHeadingOf(step: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('article')?.scrollIntoView({ block: 'nearest' });
  }, [step]);
  return heading;
}

function Resumed({ step, total, onRestart }: { step: number; total: number; onRestart: () => void }) {
  const t = useAcademyTexts();
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <div className={classes['resumed']}>
      <Notice tone="info" onClose={() => setShown(false)}>
        {t('resumed', { step: step + 1, total })}{' '}
        <Button size="compact-sm" variant="default" onClick={onRestart}>
          {t('fromStart')}
        </Button>
      </Notice>
    </div>
  );
}

function StepWays({ reading, current, total }: { reading: Reading; current: number; total: number }) {
  const t = useAcademyTexts();
  return (
    <div className={classes['ways']}>
      <Button
        variant="default"
        leftSection={<IconArrowLeft size={16} />}
        aria-keyshortcuts="ArrowLeft"
        disabled={current === 0}
        onClick={() => reading.go(current - 1)}
      >
        {t('previous')}
      </Button>
      <span className={classes['place']} aria-hidden>
        {current + 1} / {total}
      </span>
      {current < total - 1 ? (
        <Button
          rightSection={<IconArrowRight size={16} />}
          aria-keyshortcuts="ArrowRight"
          onClick={() => reading.go(current + 1)}
        >
          {t('next')}
        </Button>
      ) : (
        <Button leftSection={<IconCheck size={16} />} loading={reading.isFinishing} onClick={reading.finish}>
          {t('finish')}
        </Button>
      )}
    </div>
  );
}
