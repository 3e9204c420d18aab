import { ListSkeleton, Page, PageHeader } from '@rise/ui';
import { QueryContent } from '../../components/query-content.tsx';
import { FaqList } from './faq-list.tsx';
import { useHelpTexts } from './help-center.texts.ts';
import { useFaqs } from './use-help.ts';
import classes from './help-center.module.css';

/** All questions by category. */
export default function FaqsPage() {
  const t = useHelpTexts();
  const { query, faqs = [] } = useFaqs();
  return (
    <Page>
      <div className={classes['text']}>
        <PageHeader title={t('faqs')} purpose={t('faqsText')} back={{ href: '/apps/help-center', label: t('title') }} />
        <QueryContent query={query} fallback={<ListSkeleton rows={8} />}>
          {() => faqs.map((category) => <FaqList key={category.id} category={category} />)}
        </QueryContent>
      </div>
    </Page>
  );
}
