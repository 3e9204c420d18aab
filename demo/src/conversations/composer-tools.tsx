import { ActionIcon, Popover } from '@mantine/core';
import { IconMoodSmile, IconPaperclip } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { ChooseFile } from '../components/choose-file.tsx';
import { useFailureDialog, useRefusalDialog } from '../client/use-failure-dialog.ts';
import { isTooLarge, readFile } from '../components/read-file.ts';
import type { ChatFile } from './chat.queries.ts';
import { useConversationTexts } from './conversations.texts.ts';
import classes from './composer-tools.module.css';

const EMOJI = '😀 😂 🙂 😉 😍 🤔 😅 😢 😮 🙄 👍 👎 👏 🙏 💪 👀 🎉 ❤️ 🔥 ✅ ❌ ⏰ 📈 📎 ☕'.split(' ');
const chatFileOf = async (file: File): Promise<ChatFile> => ({ name: file.name, url: await readFile(file) });

interface ComposerToolsProps {
  onInsert: (text: string) => void;
  /** Sends files at once. */
  onFiles: (files: ChatFile[]) => void;
}

/** Emoji and files for a message. */
export function ComposerTools({ onInsert, onFiles }: ComposerToolsProps) {
  const t = useConversationTexts();
  const fail = useFailureDialog();
  const refuse = useRefusalDialog();
  const attach = async (files: readonly File[]) => {
    const tooLarge = files.filter(isTooLarge).map(({ name }) => name);
    if (tooLarge.length > 0) refuse(t('tooLarge', { names: tooLarge.join(', ') }));
    else if (files.length > 0) onFiles(await Promise.all(files.map(chatFileOf)));
  };
  return (
    <>
      <EmojiMenu onChoose={onInsert} />
      <ChooseFile multiple onChange={(files) => void attach(files).catch(fail)}>
        {(props) => (
          <ActionIcon {...props} size={36} color="gray" aria-label={t('attach')} title={t('attach')}>
            <IconPaperclip size={18} stroke={1.7} aria-hidden />
          </ActionIcon>
        )}
      </ChooseFile>
    </>
  );
}

function EmojiMenu({ onChoose }: { onChoose: (emoji: string) => void }) {
  const t = useConversationTexts();
  const [isOpen, setOpen] = useState(false);
  // Escape closes the emoji, and not the panel as well.
  const keepsEscape = { 'data-mantine-stop-propagation': isOpen || undefined };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      closeOnEscape={false}
      trapFocus
      returnFocus
      withinPortal={false}
      position="top-start"
    >
      <Popover.Target>
        <ActionIcon
          {...keepsEscape}
          size={36}
          color="gray"
          aria-label={t('emoji')}
          title={t('emoji')}
          onClick={() => setOpen(!isOpen)}
        >
          <IconMoodSmile size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes['emoji'] ?? ''} onKeyDown={onKeyDown}>
        {EMOJI.map((emoji) => (
          <button
            key={emoji}
            type="button"
            {...keepsEscape}
            className={classes['choice']}
            onClick={() => {
              setOpen(false);
              onChoose(emoji);
            }}
          >
            {emoji}
          </button>
        ))}
      </Popover.Dropdown>
    </Popover>
  );
}
