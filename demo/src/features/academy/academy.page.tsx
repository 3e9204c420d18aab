import { Button, Switch } from '@mantine/core';
import { EmptyState, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import { IconArrowRight, IconCircleCheck, IconClock } from '@tabler/icons-react';
import type { CallResult } from '../../client/client.ts';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useAddress } from '@rise/shell/routing';
import { AppLink } from '../../routing/link.tsx';
import { findMatches } from '../../simulation/match.ts';
import { useAcademyTexts } from './academy.texts.ts';
import { ProgressLine } from './progress-line.tsx';
import classes from './academy.module.css';

type Course = CallResult<'GET /api/apps/academy/courses'>[number];

const ALL = 'all';

/** All courses as cards, filtered by category, search text and completion. */
export default function AcademyPage() {
  const t = useAcademyTexts();
  const { search, setSearch } = useAddress();
  const courses = useDemoQuery('academy', 'GET /api/apps/academy/courses');
  const { data: categories = [] } = useDemoQuery('academy', 'GET /api/apps/academy/categories');
  const requested = {
    category: search['category'] ?? ALL,
    hidden: search['completed'] === 'hidden',
    query: search['q'] ?? '',
  };
  return (
    <Page>
      <PageHeader
        title={t('title')}
        purpose={t('purpose')}
        actions={<SearchField label={t('search')} className={classes['search']} />}
      />
      <div className={classes['bar']}>
        <SegmentedChoice
          label={t('category')}
          value={requested.category}
          options={[
            { value: ALL, label: t('all') },
            ...categories.map(({ slug, title }) => ({ value: slug as string, label: title })),
          ]}
          onChange={(category) => setSearch({ category: category === ALL ? null : category })}
        />
        <Switch
          label={t('hideCompleted')}
          checked={requested.hidden}
          onChange={(event) => setSearch({ completed: event.currentTarget.checked ? 'hidden' : null })}
        />
      </div>
      <QueryContent query={courses} fallback={<ListSkeleton rows={6} />}>
        {(all) => {
          const visible = all.filter((course) => matchesFilters(course, requested));
          if (visible.length === 0) return <EmptyState art="search" title={t('nothing')} text={t('nothingText')} />;
          return (
            <ul className={classes['courses']} aria-label={t('list')}>
              {visible.map((course) => (
                <CourseCard
                  key={course.id}
                  course={course}
                  category={categories.find(({ slug }) => slug === course.category)?.title ?? ''}
                />
              ))}
            </ul>
          );
        }}
      </QueryContent>
    </Page>
  );
}

interface Filters {
  category: string;
  hidden: boolean;
  query: string;
}

function matchesFilters(course: Course, { category, hidden, query }: Filters): boolean {
  if (category !== ALL && course.category !== category) return false;
  if (hidden && course.progress.completed > 0) return false;
  const texts = [course.title, course.description, course.category];
  return query.trim() === '' || texts.some((text) => findMatches(text, query).length > 0);
}

function CourseCard({ course, category }: { course: Course; category: string }) {
  const t = useAcademyTexts();
  const { currentStep, completed } = course.progress;
  const action = t(currentStep > 0 ? 'goOn' : completed > 0 ? 'again' : 'start');
  return (
    <li className={classes['course']}>
      <p className={classes['category']} data-category={course.category}>
        {category}
      </p>
      <h2 className={classes['title']}>{course.title}</h2>
      <p className={classes['description']}>{course.description}</p>
      <p className={classes['fact']}>
        <IconClock size={16} stroke={1.6} aria-hidden />
        {t('minutes', { count: course.duration })}
      </p>
      <p className={classes['fact']} data-done={completed > 0 || undefined}>
        <IconCircleCheck size={16} stroke={1.6} aria-hidden />
        {completed > 0 ? t('completed', { count: completed }) : t('never')}
      </p>
      <ProgressLine read={currentStep} total={course.totalSteps} />
      <Button
        component={AppLink}
        href={`/apps/academy/${course.id}`}
        variant="default"
        rightSection={<IconArrowRight size={16} />}
        aria-label={t('startCourse', { action, title: course.title })}
      >
        {action}
      </Button>
    </li>
  );
}
