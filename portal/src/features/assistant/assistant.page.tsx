import { Button } from '@mantine/core';
import { EmptyState, Notice, Page, PageHeader } from '@rise/ui';
import type { SearchParams } from '@rise/ui/search-params';
import { IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReportError } from '../../client/use-report-error.ts';
import { allows } from '../../session/permissions.ts';
import { useSession } from '../../session/session.ts';
import { type AssistantState, NEW, readAssistantState, writeAssistantState } from './assistant.state.ts';
import { ConversationList } from './conversation-list.tsx';
import { ConversationView } from './conversation-view.tsx';
import { useChangeConversation } from './conversations.queries.ts';
import { SharedConversationView } from './shared-conversation.tsx';
import classes from './assistant-page.module.css';

/** The assistant at full width, with all conversations of the person. */
export default function AssistantPage() {
  const { t } = useTranslation();
  const session = useSession();
  const params: SearchParams = useSearch({ strict: false });
  const state = readAssistantState(params);
  if (!allows(session, { permission: 'assistant.use', feature: 'chatbot' }))
    return (
      <Page>
        <EmptyState art="works" title={t('assistantPage.off')} text={t('assistantPage.offText')} />
      </Page>
    );
  return state.shared === null ? <Conversations state={state} /> : <SharedConversationView id={state.shared} />;
}

function Conversations({ state }: { state: AssistantState }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const change = useChangeConversation();
  const onError = useReportError();
  const [deleted, setDeleted] = useState<{ id: string; title: string } | null>(null);
  const go = (next: Partial<AssistantState>, replace = false) =>
    void navigate({ to: '/openai', search: writeAssistantState({ ...state, ...next }) as never, replace });
  const remove = (id: string, title: string) =>
    change.mutate(
      { id, change: { kind: 'delete' } },
      {
        onError,
        onSuccess: () => {
          setDeleted({ id, title });
          go({ open: null }, true);
        },
      },
    );
  const restore = (id: string) =>
    change.mutate(
      { id, change: { kind: 'restore' } },
      {
        onError,
        onSuccess: () => {
          setDeleted(null);
          go({ open: id });
        },
      },
    );
  return (
    <Page>
      <div className={classes.top} data-view={state.open === null ? 'list' : 'chat'}>
        <PageHeader
          title={t('assistantPage.title')}
          purpose={t('assistantPage.purpose')}
          actions={
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go({ open: NEW })}>
              {t('assistantPage.new')}
            </Button>
          }
        />
      </div>
      {deleted && (
        <div className={classes.deleted}>
          <Notice tone="info" onClose={() => setDeleted(null)}>
            {t('assistantPage.deleted', { title: deleted.title })}{' '}
            <Button size="compact-sm" variant="subtle" loading={change.isPending} onClick={() => restore(deleted.id)}>
              {t('assistantPage.undo')}
            </Button>
          </Notice>
        </div>
      )}
      <div className={classes.columns} data-view={state.open === null ? 'list' : 'chat'}>
        <ConversationList
          search={state.search}
          open={state.open}
          onSearch={(search) => go({ search }, true)}
          onOpen={(open) => go({ open })}
        />
        <ConversationView
          id={state.open === NEW ? null : state.open}
          onBack={() => go({ open: null })}
          onStored={(id) => go({ open: id }, true)}
          onDelete={remove}
        />
      </div>
    </Page>
  );
}
