import { Page, PageHeader, TextSkeleton } from '@rise/ui';
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { SafeHtml } from '../../html/safe-html.tsx';
import { Answered } from '../../reading/answered.tsx';
import { useLeave } from '../../reading/use-record.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '../../routing/page-title.ts';
import { useHelpTexts } from './help-center.texts.ts';
import { guideHref, useGuides } from './use-help.ts';
import classes from './help-center.module.css';

/** One guide, and those before and after it in its category. */
export default function GuidePage() {
  const t = useHelpTexts();
  const { category: categorySlug, guide: guideSlug } = useParams({ strict: false }) as Record<
    'category' | 'guide',
    string
  >;
  const asked = useDemoQuery('helpCenter', 'GET /api/apps/help-center/guide', { query: { categorySlug, guideSlug } });
  const { guides } = useGuides();
  const guide = asked.data?.guides[0];
  useLeave(asked.data === null ? '/apps/help-center/guides' : null);
  usePageTitle(guide?.title);
  const category = guides?.find(({ slug }) => slug === categorySlug);
  const place = category?.guides.findIndex(({ slug }) => slug === guideSlug) ?? -1;
  const [previous, next] = place < 0 ? [] : [category?.guides[place - 1], category?.guides[place + 1]];
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
        <Answered query={asked} meanwhile={<TextSkeleton lines={6} />}>
          {() =>
            guide && (
              <article className={classes['article']}>
                <SafeHtml html={guide.content} />
              </article>
            )
          }
        </Answered>
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
