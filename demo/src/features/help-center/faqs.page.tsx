import { ListSkeleton, Page, PageHeader } from '@rise/ui';
import { Answered } from '../../reading/answered.tsx';
import { FaqList } from './faq-list.tsx';
import { useHelpTexts } from './help-center.texts.ts';
import { useFaqs } from './use-help.ts';
import classes from './help-center.module.css';

/** All questions, by what they are about. */
export default function FaqsPage() {
  const t = useHelpTexts();
  const { query, faqs = [] } = useFaqs();
  return (
    <Page>
      <div className={classes['text']}>
        <PageHeader title={t('faqs')} purpose={t('faqsText')} back={{ href: '/apps/help-center', label: t('title') }} />
        <Answered query={query} meanwhile={<ListSkeleton rows={8} />}>
          {() => faqs.map((category) => <FaqList key={category.id} category={category} />)}
        </Answered>
      </div>
    </Page>
  );
}
