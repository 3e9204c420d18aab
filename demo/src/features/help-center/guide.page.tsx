import { RelativeTime } from '@rise/ui/panels';
import { Page, PageHeader, TextSkeleton } from '@rise/ui';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { SafeHtml } from '../../html/safe-html.tsx';
import { QueryContent } from '../../components/query-content.tsx';
import { useRedirect } from '../../components/use-record.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '@rise/shell/routing';
import { Helpful } from './helpful.tsx';
import { useHelpTexts } from './help-center.texts.ts';
import { guideHref, useGuides } from './use-help.ts';
import classes from './help-center.module.css';

/** One guide, with links to the previous and next one. */
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
  // All guides in order: the last one of a category leads to the first of the next.
  const all = guides?.flatMap((each) => each.guides.map((one) => ({ ...one, href: guideHref(each, one) }))) ?? [];
  const index = all.findIndex(({ id }) => id === guide?.id);
  const [previous, next] = index < 0 ? [] : [all[index - 1], all[index + 1]];
  return (
    <Page>
      <div className={classes['text']}>
        <PageHeader
          title={guide?.title ?? t('guides')}
          {...(guide && { purpose: guide.subtitle })}
          back={{
            href: `/apps/help-center/guides/${categorySlug}`,
            label: category?.title ?? t('guides'),
          }}
        />
        <QueryContent query={result} fallback={<TextSkeleton lines={6} />}>
          {() =>
            guide && (
              <article key={guide.id} className={classes['article']}>
                <SafeHtml html={guide.content} className={classes['content']} />
                <footer className={classes['about']}>
                  <p className={classes['count']}>
                    {t('updated')} <RelativeTime iso={guide.updatedAt} />
                  </p>
                  <Helpful id={guide.id} title={guide.title} />
                </footer>
              </article>
            )
          }
        </QueryContent>
        {(previous || next) && (
          <div className={classes['ways']}>
            {previous ? (
              <AppLink href={previous.href} className={classes['way']}>
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
              <AppLink href={next.href} className={classes['way']} data-next>
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
