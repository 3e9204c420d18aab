import { ListSkeleton, Page } from '@rise/ui';
import { type Icon, IconBook2, IconLifebuoy, IconMessageQuestion } from '@tabler/icons-react';
import { QueryContent } from '../../components/query-content.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useAddress } from '@rise/shell/routing';
import { AppLink } from '../../routing/link.tsx';
import { FaqList } from './faq-list.tsx';
import { HelpResults } from './help-results.tsx';
import { useFaqs } from './use-help.ts';
import { useHelpTexts } from './help-center.texts.ts';
import classes from './help-center.module.css';

/** Help search, with links to questions and guides and the most frequent questions. */
export default function HelpCenterPage() {
  const t = useHelpTexts();
  const { search } = useAddress();
  const { query: faqsQuery, faqs } = useFaqs();
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
            <Way icon={IconLifebuoy} href="/apps/help-center/support" title={t('support')} text={t('supportText')} />
          </div>
          <QueryContent query={faqsQuery} fallback={<ListSkeleton rows={4} />}>
            {() => most && <FaqList category={most} />}
          </QueryContent>
        </div>
      ) : (
        <HelpResults query={requested} />
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
