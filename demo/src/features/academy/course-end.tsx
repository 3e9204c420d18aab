import { Button } from '@mantine/core';
import { IconArrowRight, IconCircleCheck, IconRotate } from '@tabler/icons-react';
import { useDemoQuery } from '../../client/queries.ts';
import { AppLink } from '../../routing/link.tsx';
import type { OpenCourse } from './use-reading.ts';
import { useAcademyTexts } from './academy.texts.ts';
import classes from './academy.module.css';

/** After the last step: how often the course was completed, and which one could follow. */
export function CourseEnd({ course, onRestart }: { course: OpenCourse; onRestart: () => void }) {
  const t = useAcademyTexts();
  const { data: courses = [] } = useDemoQuery('academy', 'GET /api/apps/academy/courses');
  const open = courses.filter(({ id, progress }) => id !== course.id && progress.completed === 0);
  const next = open.find(({ category }) => category === course.category) ?? open[0];
  return (
    <section className={classes['end']} aria-labelledby="course-end">
      <IconCircleCheck size={48} stroke={1.3} aria-hidden />
      <h2 id="course-end" className={classes['step-title']}>
        {t('done')}
      </h2>
      <p className={classes['subtitle']} role="status">
        {t('completed', { count: course.progress.completed })}
      </p>
      {next && <p>{t('nextCourse', { title: next.title, count: next.duration })}</p>}
      <div className={classes['end-ways']}>
        <Button variant="default" leftSection={<IconRotate size={16} />} onClick={onRestart}>
          {t('again')}
        </Button>
        {next && (
          <Button component={AppLink} href={`/apps/academy/${next.id}`} rightSection={<IconArrowRight size={16} />}>
            {t('startCourse', { action: t(next.progress.currentStep > 0 ? 'goOn' : 'start'), title: next.title })}
          </Button>
        )}
      </div>
    </section>
  );
}
