import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Notice, Page, PageHeader, TextSkeleton } from '@rise/ui';
import { IconArrowLeft, IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useParams, useRouter } from '@tanstack/react-router';
import type { CallResult } from '../../client/client.ts';
import { useDemoCall, useDemoQuery } from '../../client/queries.ts';
import { SafeHtml } from '../../html/safe-html.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { useRedirect } from '../../components/use-record.ts';
import { useAddress, usePageTitle } from '@rise/shell/routing';
import { useAcademyTexts } from './academy.texts.ts';
import { ProgressLine } from './progress-line.tsx';
import { StepList } from './step-list.tsx';
import classes from './academy.module.css';

const LIST = '/apps/academy';

type Course = NonNullable<CallResult<'GET /api/apps/academy/courses/course'>>;

/** A course with its steps. The visitor's progress is stored. */
export default function CoursePage() {
  const t = useAcademyTexts();
  const { id } = useParams({ strict: false }) as { id: string };
  const course = useDemoQuery('academy', 'GET /api/apps/academy/courses/course', { query: { id } });
  useRedirect(course.data === null ? LIST : null);
  usePageTitle(course.data?.title);
  return (
    <Page>
      <PageHeader
        title={course.data?.title ?? t('title')}
        {...(course.data && { purpose: course.data.description })}
        back={{ href: LIST, label: t('title') }}
      />
      <QueryContent query={course} fallback={<TextSkeleton lines={8} />}>
        {(result) => result && <Steps course={result} />}
      </QueryContent>
    </Page>
  );
}

function Steps({ course }: { course: Course }) {
  const t = useAcademyTexts();
  const router = useRouter();
  const { search, setSearch } = useAddress();
  const keep = useDemoCall('PATCH /api/apps/academy/courses/course');
  const wide = useMediaQuery('(width >= 960px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const { id, steps, progress } = course;
  const request = Number(search['step'] ?? '') - 1;
  const current = Number.isInteger(request) && request in steps ? request : progress.currentStep;
  const step = steps[current];
  const go = (next: number) => {
    setSearch({ step: String(next + 1) }, 'push');
    keep.mutate({ body: { id, course: { progress: { currentStep: next } } } });
  };
  const finish = () =>
    keep.mutate(
      { body: { id, course: { progress: { currentStep: 0, completed: progress.completed + 1 } } } },
      { onSuccess: () => void router.navigate({ href: LIST }) },
    );
  const list = <StepList steps={steps} current={current} read={progress.currentStep} onGo={go} />;
  const counter = t('stepOf', { step: current + 1, total: steps.length });
  if (!step) return null;
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
        {keep.isError && <Notice tone="negative">{t('failed')}</Notice>}
        <ProgressLine read={current + 1} total={steps.length} />
        <article className={classes['article']}>
          <p className={classes['counter']} role="status">
            {counter}
          </p>
          <h2 className={classes['step-title']}>{step.title}</h2>
          <p className={classes['subtitle']}>{step.subtitle}</p>
          <SafeHtml html={step.content} className={classes['content']} />
        </article>
        <div className={classes['ways']}>
          {current > 0 ? (
            <Button variant="default" leftSection={<IconArrowLeft size={16} />} onClick={() => go(current - 1)}>
              {t('previous')}
            </Button>
          ) : (
            <span />
          )}
          {current < steps.length - 1 ? (
            <Button rightSection={<IconArrowRight size={16} />} onClick={() => go(current + 1)}>
              {t('next')}
            </Button>
          ) : (
            <Button leftSection={<IconCheck size={16} />} loading={keep.isPending} onClick={finish}>
              {t('finish')}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}
