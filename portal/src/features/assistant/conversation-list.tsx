import { TextInput } from '@mantine/core';
import type { Conversation } from '@rise/contract';
import { EmptyState, ErrorState, ListSkeleton } from '@rise/ui';
import { IconPin, IconSearch, IconShare2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatAgo } from '../../dates/moments.ts';
import { conversationsQuery } from './conversations.queries.ts';
import classes from './assistant-page.module.css';

interface ConversationListProps {
  search: string;
  open: string | null;
  onSearch: (search: string) => void;
  onOpen: (id: string) => void;
}

/** All conversations of the person, or those in which a text is found. */
export function ConversationList({ search, open, onSearch, onOpen }: ConversationListProps) {
  const { t } = useTranslation();
  const found = useQuery(conversationsQuery(search));
  const conversations = found.data?.conversations ?? [];
  return (
    <nav className={classes.all} aria-label={t('assistantPage.list')}>
      <TextInput
        type="search"
        aria-label={t('assistantPage.search')}
        placeholder={t('assistantPage.search')}
        maxLength={200}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={6} />
      ) : conversations.length === 0 ? (
        <EmptyState
          art={search === '' ? 'list' : 'search'}
          title={t(search === '' ? 'assistantPage.none' : 'assistantPage.nothingFound')}
          text={t(search === '' ? 'assistantPage.noneText' : 'assistantPage.nothingFoundText')}
        />
      ) : (
        <ul className={classes.list}>
          {conversations.map((conversation) => (
            <ListItem
              key={conversation.id}
              conversation={conversation}
              isOpen={conversation.id === open}
              onOpen={() => onOpen(conversation.id)}
            />
          ))}
        </ul>
      )}
    </nav>
  );
}

function ListItem({
  conversation,
  isOpen,
  onOpen,
}: {
  conversation: Conversation;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { title, pinned, shared, lastQuestionAt } = conversation;
  const [now] = useState(() => new Date());
  return (
    <li>
      <button type="button" className={classes.item} aria-current={isOpen ? 'true' : undefined} onClick={onOpen}>
        <span className={classes.itemTitle}>{title}</span>
        <span className={classes.itemDetail}>
          <time dateTime={lastQuestionAt}>{formatAgo(lastQuestionAt, now, i18n.language)}</time>
          {shared && <IconShare2 size={14} stroke={1.7} role="img" aria-label={t('assistantPage.shared')} />}
          {pinned && <IconPin size={14} stroke={1.7} role="img" aria-label={t('assistantPage.pinned')} />}
        </span>
      </button>
    </li>
  );
}
