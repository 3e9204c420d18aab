import { Page, PageHeader, TextSkeleton } from '@rise/ui';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { SafeHtml } from '../../html/safe-html.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { useRedirect } from '../../components/use-record.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '@rise/shell/routing';
import { useHelpTexts } from './help-center.texts.ts';
import { guideHref, useGuides } from './use-help.ts';
import classes from './help-center.module.css';

/** One guide, with links to the previous and next one of its category. */
export default function GuidePage() {
  const t = useHelpTexts();
  const { category: categorySlug, guide: guideSlug } = useParams({ strict: false }) as Record<
    'category' | 'guide',
    string
  >;
  const result = useDemoQuery('helpCenter', 'GET /api/apps/help-center/guide', { query: { categorySlug, guideSlug } });
  const { guides } = useGuides();
  const guide = result.data?.guides[0];
  useRedirect(result.data === null ? '/apps/help-center/guides' : null);
  usePageTitle(guide?.title);
  const category = guides?.find(({ slug }) => slug === categorySlug);
  const index = category?.guides.findIndex(({ slug }) => slug === guideSlug) ?? -1;
  const [previous, next] = index < 0 ? [] : [category?.guides[index - 1], category?.guides[index + 1]];
  return (
    <Page>
      <div className={classes['text']}>
        <PageHeader
          title={guide?.title ?? t('guides')}
          back={{
            href: `/apps/help-center/guides/${categorySlug}`,
            label: category?.title ?? t('guides'),
          }}
        />
        <QueryContent query={result} fallback={<TextSkeleton lines={6} />}>
          {() =>
            guide && (
              <article className={classes['article']}>
                <SafeHtml html={guide.content} />
              </article>
            )
          }
        </QueryContent>
        {category && (previous || next) && (
          <div className={classes['ways']}>
            {previous ? (
              <AppLink href={guideHref(category, previous)} className={classes['way']}>
                <IconArrowLeft size={20} stroke={1.6} aria-hidden />
                <span>
                  <span className={classes['way-text']}>{t('previous')}</span>
                  <span className={classes['way-title']}>{previous.title}</span>
                </span>
              </AppLink>
            ) : (
              <span />
            )}
            {next && (
              <AppLink href={guideHref(category, next)} className={classes['way']} data-next>
                <span>
                  <span className={classes['way-text']}>{t('next')}</span>
                  <span className={classes['way-title']}>{next.title}</span>
                </span>
                <IconArrowRight size={20} stroke={1.6} aria-hidden />
              </AppLink>
            )}
          </div>
        )}
      </div>
    </Page>
  );
}
