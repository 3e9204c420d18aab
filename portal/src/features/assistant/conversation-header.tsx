import { Button, Menu, TextInput } from '@mantine/core';
import type { Conversation } from '@rise/contract';
import { CONVERSATION_LIMITS } from '@rise/contract/conversation-words';
import { DropdownMenu, MenuActions, ToolbarButton, useUiContext } from '@rise/ui';
import {
  IconArrowLeft,
  IconDots,
  IconDownload,
  IconPencil,
  IconPin,
  IconPinnedOff,
  IconShare2,
  IconTrash,
} from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './assistant-page.module.css';

interface ConversationHeaderProps {
  /** Null while it has no answer yet. */
  conversation: Conversation | null;
  onBack: () => void;
  onRename: (title: string) => void;
  onPin: (pinned: boolean) => void;
  onShare: () => void;
  onExport: () => void;
  onDelete: () => void;
}

/** The conversation's title and what can be done with it. */
export function ConversationHeader(props: ConversationHeaderProps) {
  const { conversation, onBack, onShare, onRename } = props;
  const { t } = useTranslation();
  const [renaming, setRenaming] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  const close = () => {
    setRenaming(false);
    // The field that had the focus is gone.
    requestAnimationFrame(() => title.current?.focus());
  };
  return (
    <header className={classes.head}>
      <div className={classes.back}>
        <ToolbarButton label={t('assistantPage.back')} icon={IconArrowLeft} onClick={onBack} />
      </div>
      {conversation && renaming ? (
        <RenameForm
          title={conversation.title}
          onSave={(text) => {
            if (text !== conversation.title) onRename(text);
            close();
          }}
          onCancel={close}
        />
      ) : (
        <h2 ref={title} className={classes.title} tabIndex={-1}>
          {conversation?.title ?? t('assistantPage.new')}
        </h2>
      )}
      {conversation && !renaming && (
        <>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconShare2 size={16} stroke={1.7} aria-hidden />}
            onClick={onShare}
          >
            {t('assistantPage.share.button')}
          </Button>
          <ConversationMenu {...props} conversation={conversation} onEdit={() => setRenaming(true)} />
        </>
      )}
    </header>
  );
}

function ConversationMenu({
  conversation: { pinned },
  onEdit,
  onPin,
  onExport,
  onDelete,
}: ConversationHeaderProps & { conversation: Conversation; onEdit: () => void }) {
  const { t } = useTranslation();
  const { texts } = useUiContext();
  return (
    <DropdownMenu position="bottom-end" width={220}>
      <Menu.Target>
        <ToolbarButton label={texts.more} icon={IconDots} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuActions
          actions={[
            { id: 'rename', label: t('assistantPage.rename.action'), icon: IconPencil, onClick: onEdit },
            {
              id: 'pin',
              label: t(pinned ? 'assistantPage.unpin' : 'assistantPage.pin'),
              icon: pinned ? IconPinnedOff : IconPin,
              onClick: () => onPin(!pinned),
            },
            { id: 'export', label: t('assistantPage.export'), icon: IconDownload, onClick: onExport },
            { id: 'delete', label: t('common.delete'), icon: IconTrash, onClick: onDelete },
          ]}
        />
      </Menu.Dropdown>
    </DropdownMenu>
  );
}

function RenameForm({
  title,
  onSave,
  onCancel,
}: {
  title: string;
  onSave: (text: string) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(title);
  const trimmed = text.trim();
  return (
    <form
      className={classes.rename}
      onSubmit={(event) => {
        event.preventDefault();
        if (trimmed === '') onCancel();
        else onSave(trimmed);
      }}
    >
      <TextInput
        data-autofocus
        ref={(field) => field?.focus()}
        aria-label={t('assistantPage.rename.label')}
        maxLength={CONVERSATION_LIMITS.title}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      />
      <Button type="submit" size="xs">
        {t('assistantPage.rename.save')}
      </Button>
      <Button type="button" size="xs" variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
    </form>
  );
}
