import { IconArrowRight, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { CallResult } from '../../client/client.ts';
import { Marked } from '../../components/marked.tsx';
import { AppLink } from '../../routing/link.tsx';
import { useAcademyTexts } from './academy.texts.ts';
import { ProgressLine } from './progress-line.tsx';
import classes from './academy.module.css';

export type Course = CallResult<'GET /api/apps/academy/courses'>[number];

/** A course; the whole card opens it. */
export function CourseCard({ course, category, query }: { course: Course; category: string; query: string }) {
  const t = useAcademyTexts();
  const { currentStep, completed } = course.progress;
  const action = t(currentStep > 0 ? 'goOn' : completed > 0 ? 'again' : 'start');
  const read = currentStep === 0 && completed > 0 ? course.totalSteps : currentStep;
  return (
    <li className={classes['course']}>
      <p className={classes['category']} data-category={course.category}>
        <Marked text={category} query={query} />
      </p>
      <h2 className={classes['title']}>
        <Marked text={course.title} query={query} />
      </h2>
      <p className={classes['description']}>
        <Marked text={course.description} query={query} />
      </p>
      <p className={classes['fact']}>
        <IconClock size={16} stroke={1.6} aria-hidden />
        {t('minutes', { count: course.duration })}
      </p>
      <p className={classes['fact']} data-done={completed > 0 || undefined}>
        <IconCircleCheck size={16} stroke={1.6} aria-hidden />
        {completed > 0 ? t('completed', { count: completed }) : t('never')}
      </p>
      <ProgressLine read={read} total={course.totalSteps} />
      <AppLink
        href={`/apps/academy/${course.id}`}
        className={classes['open']}
        aria-label={t('startCourse', { action, title: course.title })}
      >
        {action}
        <IconArrowRight size={16} aria-hidden />
      </AppLink>
    </li>
  );
}
