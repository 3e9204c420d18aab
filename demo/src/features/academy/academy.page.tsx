import { Button, Switch } from '@mantine/core';
import { EmptyState, ListSkeleton, Page, PageHeader, SegmentedChoice } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useAddress } from '@rise/shell/routing';
import { hasWords } from '../../simulation/words.ts';
import { useAcademyTexts } from './academy.texts.ts';
import { type Course, CourseCard } from './course-card.tsx';
import classes from './academy.module.css';

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
  const titleOf = (slug: string) => categories.find((one) => one.slug === slug)?.title ?? '';
  const visible = courses.data
    ?.filter((course) => matchesFilters(course, titleOf(course.category), requested))
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const completed = courses.data?.filter(({ progress }) => progress.completed > 0).length ?? 0;
  return (
    <Page>
      <PageHeader
        title={t('title')}
        {...(visible && { count: visible.length })}
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
        {(all) =>
          visible && visible.length > 0 ? (
            <>
              <p className={classes['summary']}>{t('summary', { count: completed, total: all.length })}</p>
              <ul className={classes['courses']} aria-label={t('list')}>
                {visible.map((course) => (
                  <CourseCard
                    key={course.id}
                    course={course}
                    category={titleOf(course.category)}
                    query={requested.query}
                  />
                ))}
              </ul>
            </>
          ) : (
            <EmptyState
              art="search"
              title={t('nothing')}
              text={t('nothingText')}
              action={
                <Button variant="default" onClick={() => setSearch({ category: null, completed: null, q: null })}>
                  {t('showAll')}
                </Button>
              }
            />
          )
        }
      </QueryContent>
    </Page>
  );
}

/** Courses in progress first, completed ones last. */
function rankOf({ progress: { currentStep, completed }, featured }: Course): number {
  if (currentStep > 0) return 0;
  return completed > 0 ? 3 : featured ? 1 : 2;
}

interface Filters {
  category: string;
  hidden: boolean;
  query: string;
}

function matchesFilters(course: Course, categoryTitle: string, { category, hidden, query }: Filters): boolean {
  if (category !== ALL && course.category !== category) return false;
  if (hidden && course.progress.completed > 0) return false;
  const texts = [course.title, course.description, categoryTitle];
  return hasWords(texts, query);
}
