import { Button } from '@mantine/core';
import { EmptyState, ErrorState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { AssistantLines } from '@rise/ui/assistant';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText, isNotFound } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { AppLink } from '../../routing/link.tsx';
import { AnsweredLine } from './answered-line.tsx';
import { sharedQuery } from './conversations.queries.ts';
import classes from './assistant-page.module.css';

/** A conversation that someone in the tenant has shared, to read. */
export function SharedConversationView({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const found = useQuery(sharedQuery(id));
  const own = (
    <Button component={AppLink} variant="default" href={found.data?.own ? `/openai?conversation=${id}` : '/openai'}>
      {t(found.data?.own ? 'assistantPage.share.open' : 'assistantPage.share.ask')}
    </Button>
  );
  if (found.isError)
    return (
      <Page>
        {isNotFound(found.error) ? (
          <EmptyState
            art="search"
            title={t('assistantPage.share.gone')}
            text={t('assistantPage.share.goneText')}
            action={own}
          />
        ) : (
          <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
        )}
      </Page>
    );
  if (found.isPending)
    return (
      <Page loading>
        <ListSkeleton rows={6} />
      </Page>
    );
  const { title, owner, sharedAt, messages } = found.data;
  return (
    <Page>
      <PageHeader
        title={title}
        purpose={t('assistantPage.share.by', { name: owner, moment: formatMoment(sharedAt, i18n.language) })}
        actions={own}
      />
      <div className={classes.chat}>
        <AssistantLines
          lines={messages.map(({ content, ...message }) => ({
            ...message,
            content: content ?? `_${t('assistantPage.share.withheld')}_`,
          }))}
          waiting={false}
          renderAnswer={(content, place) => <AnsweredLine content={content} data={messages[place]?.data} />}
        >
          {null}
        </AssistantLines>
      </div>
    </Page>
  );
}
