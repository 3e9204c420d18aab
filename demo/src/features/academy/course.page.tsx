import { Page, PageHeader, TextSkeleton } from '@rise/ui';
import { useParams } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { useRedirect } from '../../components/use-record.ts';
import { usePageTitle } from '@rise/shell/routing';
import { useAcademyTexts } from './academy.texts.ts';
import { CourseSteps } from './course-steps.tsx';

const LIST = '/apps/academy';

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
        {(result) => result && <CourseSteps key={result.id} course={result} />}
      </QueryContent>
    </Page>
  );
}
