import { ListSkeleton, Page, PageHeader } from '@rise/ui';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { useHelpTexts } from './help-center.texts.ts';
import { SentMessages } from './sent-messages.tsx';
import { SupportForm } from './support-form.tsx';
import classes from './help-center.module.css';

/** A form for messages to support, and those that were sent. */
export default function SupportPage() {
  const t = useHelpTexts();
  const draft = useDemoQuery('helpCenter', 'GET /api/apps/help-center/support/draft');
  return (
    <Page>
      <div className={classes['text']}>
        <PageHeader
          title={t('support')}
          purpose={t('supportText')}
          back={{ href: '/apps/help-center', label: t('title') }}
        />
        <QueryContent query={draft} fallback={<ListSkeleton rows={5} />}>
          {(stored) => <SupportForm draft={stored} />}
        </QueryContent>
        <SentMessages />
      </div>
    </Page>
  );
}
