import { EmptyState, ListSkeleton, Page } from '@rise/ui';
import { type Icon, IconBook2, IconMessageQuestion } from '@tabler/icons-react';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useAddress } from '@rise/shell/routing';
import { AppLink } from '../../routing/link.tsx';
import { findMatches } from '../../simulation/match.ts';
import { FaqList } from './faq-list.tsx';
import { type FaqCategory, type GuideCategory, guideHref, useFaqs, useGuides } from './use-help.ts';
import { useHelpTexts } from './help-center.texts.ts';
import classes from './help-center.module.css';

/** Help search, with links to questions and guides and the most frequent questions. */
export default function HelpCenterPage() {
  const t = useHelpTexts();
  const { search } = useAddress();
  const { query: faqsQuery, faqs } = useFaqs();
  const { guides } = useGuides();
  const requested = (search['q'] ?? '').trim();
  const most = faqs?.[0];
  return (
    <Page>
      <header className={classes['hero']}>
        <p className={classes['kicker']}>{t('title')}</p>
        <h1 className={classes['question']}>{t('question')}</h1>
        <SearchField label={t('search')} className={classes['search']} />
      </header>
      {requested === '' ? (
        <div className={classes['text']}>
          <div className={classes['ways']}>
            <Way icon={IconMessageQuestion} href="/apps/help-center/faqs" title={t('faqs')} text={t('faqsText')} />
            <Way icon={IconBook2} href="/apps/help-center/guides" title={t('guides')} text={t('guidesText')} />
          </div>
          <QueryContent query={faqsQuery} fallback={<ListSkeleton rows={4} />}>
            {() => most && <FaqList category={most} />}
          </QueryContent>
        </div>
      ) : (
        faqs && guides && <Results query={requested} faqs={faqs} guides={guides} />
      )}
    </Page>
  );
}

function Way({ icon: Picture, href, title, text }: { icon: Icon; href: string; title: string; text: string }) {
  return (
    <AppLink href={href} className={classes['way']}>
      <Picture size={28} stroke={1.5} aria-hidden />
      <span>
        <span className={classes['way-title']}>{title}</span>
        <span className={classes['way-text']}>{text}</span>
      </span>
    </AppLink>
  );
}

interface ResultsProps {
  query: string;
  faqs: readonly FaqCategory[];
  guides: readonly GuideCategory[];
}

function Results({ query, faqs, guides }: ResultsProps) {
  const t = useHelpTexts();
  const hasMatch = (...texts: string[]) => texts.some((text) => findMatches(text, query).length > 0);
  const results = [
    ...faqs.flatMap((category) =>
      category.faqs
        .filter(({ question, answer }) => hasMatch(question, answer))
        .map(({ id, question }) => ({
          id,
          title: question,
          about: `${t('faqs')} · ${category.title}`,
          href: `/apps/help-center/faqs?open=${id}`,
        })),
    ),
    ...guides.flatMap((category) =>
      category.guides
        .filter(({ title, subtitle }) => hasMatch(title, subtitle))
        .map((guide) => ({
          id: guide.id,
          title: guide.title,
          about: `${t('guides')} · ${category.title}`,
          href: guideHref(category, guide),
        })),
    ),
  ];
  if (results.length === 0) return <EmptyState art="search" title={t('nothing')} text={t('nothingText', { query })} />;
  return (
    <section className={classes['text']} aria-label={t('results')}>
      <p role="status" className={classes['count']}>
        {t('found', { count: results.length })}
      </p>
      <ul className={classes['list']}>
        {results.map(({ id, title, about, href }) => (
          <li key={id}>
            <AppLink href={href} className={classes['row']}>
              <span className={classes['row-title']}>{title}</span>
              <span className={classes['row-text']}>{about}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
