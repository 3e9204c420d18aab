import { EmptyState, ErrorState, ListSkeleton } from '@rise/ui';
import { useLanguage } from '@rise/shell/language';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallResult } from '../../client/client.ts';
import { demoQuery } from '../../client/queries.ts';
import { Marked } from '../../components/marked.tsx';
import { AppLink } from '../../routing/link.tsx';
import { useHelpTexts } from './help-center.texts.ts';
import { faqHref, guideHref } from './use-help.ts';
import classes from './help-center.module.css';

type Hit = CallResult<'GET /api/apps/help-center/search'>[number];

const hrefOf = ({ id, category, slug }: Hit) => (slug === null ? faqHref(id) : guideHref(category, { slug }));

/** What a search finds in all questions and guides. While typing, the former results stay. */
export function HelpResults({ query }: { query: string }) {
  const t = useHelpTexts();
  const call = demoQuery('helpCenter', 'GET /api/apps/help-center/search', useLanguage(), { query: { query } });
  const { data: hits, isError, refetch } = useQuery({ ...call, placeholderData: keepPreviousData });
  if (isError) return <ErrorState onRetry={() => void refetch()} />;
  if (!hits) return <ListSkeleton rows={4} />;
  if (hits.length === 0)
    return (
      <EmptyState
        art="search"
        title={t('nothing')}
        text={t('nothingText', { query })}
        action={<AppLink href="/apps/help-center/support">{t('support')}</AppLink>}
      />
    );
  return (
    <section className={classes['text']} aria-label={t('results')}>
      <p role="status" className={classes['count']}>
        {t('found', { count: hits.length })}
      </p>
      <ul className={classes['list']}>
        {hits.map((hit) => (
          <li key={hit.id}>
            <AppLink href={hrefOf(hit)} className={classes['row']}>
              <span className={classes['row-title']}>
                <Marked text={hit.title} query={query} />
              </span>
              <span className={classes['row-text']}>
                <Marked text={hit.excerpt} query={query} />
              </span>
              <span className={classes['row-kind']}>
                {t(hit.type === 'faq' ? 'faqs' : 'guides')} · {hit.category.title}
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
