import { ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useParams } from '@tanstack/react-router';
import { QueryContent } from '../../components/query-content.tsx';
import { useRedirect } from '../../components/use-record.ts';
import { usePageTitle } from '@rise/shell/routing';
import { GuideList } from './guide-list.tsx';
import { useHelpTexts } from './help-center.texts.ts';
import { useGuides } from './use-help.ts';
import classes from './help-center.module.css';

/** All guides of a category. */
export default function GuideCategoryPage() {
  const t = useHelpTexts();
  const { category: slug } = useParams({ strict: false }) as { category: string };
  const { query, guides } = useGuides();
  const category = guides?.find((one) => one.slug === slug);
  useRedirect(guides && !category ? '/apps/help-center/guides' : null);
  usePageTitle(category?.title);
  return (
    <Page>
      <div className={classes['text']}>
        <PageHeader
          title={category?.title ?? t('guides')}
          {...(category && { count: category.guides.length })}
          back={{ href: '/apps/help-center/guides', label: t('guides') }}
        />
        <QueryContent query={query} fallback={<ListSkeleton rows={6} />}>
          {() => category && <GuideList category={category} guides={category.guides} />}
        </QueryContent>
      </div>
    </Page>
  );
}
