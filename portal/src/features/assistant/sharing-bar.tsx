import { Button } from '@mantine/core';
import type { Conversation } from '@rise/contract';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../../client/use-copy.ts';
import classes from './assistant-page.module.css';

interface SharingBarProps {
  conversation: Conversation;
  isBusy: boolean;
  onShareAll: () => void;
  onStop: () => void;
}

/** What of a conversation is shared, with its link. */
export function SharingBar({ conversation, isBusy, onShareAll, onStop }: SharingBarProps) {
  const { t } = useTranslation();
  const { copied, copy } = useCopy();
  const { shared, messages, id } = conversation;
  if (!shared) return null;
  const isPart = shared.messages < messages;
  return (
    <div className={classes.sharing}>
      <p role="status">
        {isPart ? t('assistantPage.share.part', { count: shared.messages }) : t('assistantPage.share.all')}
      </p>
      <div className={classes.sharingActions}>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
          onClick={() => copy(`${window.location.origin}/openai?shared=${id}`)}
        >
          {t(copied ? 'assistantPage.share.copied' : 'assistantPage.share.copy')}
        </Button>
        {isPart && (
          <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={onShareAll}>
            {t('assistantPage.share.newer')}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" disabled={isBusy} onClick={onStop}>
          {t('assistantPage.share.stop')}
        </Button>
      </div>
    </div>
  );
}
