import { ListSkeleton, Page, PageHeader } from '@rise/ui';
import { QueryContent } from '../../components/query-content.tsx';
import { AppLink } from '../../routing/link.tsx';
import { GuideList } from './guide-list.tsx';
import { useHelpTexts } from './help-center.texts.ts';
import { FIRST, useGuides } from './use-help.ts';
import classes from './help-center.module.css';

/** The first guides of each category. */
export default function GuidesPage() {
  const t = useHelpTexts();
  const { query, guides = [] } = useGuides();
  return (
    <Page>
      <div className={classes['text']}>
        <PageHeader
          title={t('guides')}
          purpose={t('guidesText')}
          back={{ href: '/apps/help-center', label: t('title') }}
        />
        <QueryContent query={query} fallback={<ListSkeleton rows={8} />}>
          {() => (
            <div className={classes['categories']}>
              {guides.map((category) => (
                <section key={category.id} aria-labelledby={category.slug}>
                  <h2 id={category.slug} className={classes['heading']}>
                    {category.title}
                  </h2>
                  <GuideList category={category} guides={category.guides.slice(0, FIRST)} />
                  {category.guides.length > FIRST && (
                    <AppLink href={`/apps/help-center/guides/${category.slug}`} className={classes['more']}>
                      {t('viewAll', { count: category.guides.length, title: category.title })}
                    </AppLink>
                  )}
                </section>
              ))}
            </div>
          )}
        </QueryContent>
      </div>
    </Page>
  );
}
