import { Button, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Notice } from '@rise/ui';
import { IconSend2, IconTrash } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SaveLine } from '../../../components/save-line.tsx';
import { offerUndo } from '../../../components/undo.ts';
import { useAutosave } from '../../../components/use-autosave.ts';
import { isAddress } from '../addresses.rules.ts';
import { saveMail } from '../mail.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import type { MailDraft } from '../reply.rules.ts';
import { useMailFolders } from '../use-mail-folders.ts';
import { useMailboxAddress } from '../use-mailbox-address.ts';
import { AttachmentField } from './attachment-field.tsx';
import { RecipientFields } from './recipient-fields.tsx';
import { RichTextField } from './rich-text-field.tsx';
import { StoredDraft } from './stored-draft.ts';
import classes from './compose.module.css';

interface ComposeFormProps {
  /** Of a stored draft. */
  id: string | null;
  /** What is kept of it is kept under this name until it is stored. */
  recordId: string;
  draft: MailDraft;
  /** An answer: the text has the focus, and not the recipients. */
  isReply: boolean;
  /** The draft was stored for the first time. */
  onCreated: (id: string) => void;
  onClose: () => void;
}

/** A mail that saves itself among the drafts while it is written. */
export function ComposeForm({ id, recordId, draft, isReply, onCreated, onClose }: ComposeFormProps) {
  const t = useMailboxTexts();
  const isShown = useIsShown();
  const [record, setRecord] = useState({ ...draft, id: recordId });
  const [stored] = useState(
    () =>
      new StoredDraft(id, draft, (created, values) => {
        if (!isShown.current) return;
        setRecord({ ...values, id: created });
        onCreated(created);
      }),
  );
  const { value, change, state, retry } = useAutosave(record, stored.save);
  // What was entered before the page ended is there with the second rendering.
  const [isReady, setReady] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- what was kept arrives in an effect, too
  useEffect(() => setReady(true), []);
  const { send, discard, problem, isSending } = useEndings(stored, value, onClose);
  useHotkeys([['mod+Enter', send]], [], true);
  return (
    <form
      className={classes['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <RecipientFields
        value={value}
        onChange={change}
        error={problem === 'recipients' ? t('needsRecipients') : problem === 'address' ? t('needsAddress') : null}
        hasFocus={!isReply}
      />
      <TextInput
        label={t('subject')}
        maxLength={300}
        value={value.subject}
        onChange={({ currentTarget }) => change({ subject: currentTarget.value })}
      />
      {isReady && <RichTextField label={t('text')} html={value.html} hasFocus={isReply} onChange={change} />}
      <AttachmentField files={value.attachments} onChange={(attachments) => change({ attachments })} />
      {problem === 'failed' && <Notice tone="negative">{t('sendFailed')}</Notice>}
      <div className={classes['foot']}>
        <Button
          type="submit"
          leftSection={<IconSend2 size={16} />}
          loading={isSending}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {t('send')}
        </Button>
        <div className={classes['state']}>
          <SaveLine state={state} retry={retry} />
        </div>
        <Button variant="subtle" color="red" leftSection={<IconTrash size={16} />} onClick={discard}>
          {t('discard')}
        </Button>
      </div>
    </form>
  );
}

/** Whether the form is still there when a call returns. */
function useIsShown() {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);
  return isShown;
}

type Problem = 'recipients' | 'address' | 'failed' | null;

function problemOf({ to, cc, bcc }: MailDraft): Problem {
  if (to.length === 0) return 'recipients';
  return [...to, ...cc, ...bcc].every(isAddress) ? null : 'address';
}

/** The two ways in which a mail ends here; both can be undone. */
function useEndings(stored: StoredDraft, value: MailDraft, onClose: () => void) {
  const t = useMailboxTexts();
  const router = useRouter();
  const { idOf } = useMailFolders();
  const { composeHref } = useMailboxAddress();
  const [problem, setProblem] = useState<Problem>(null);
  const [isSending, setSending] = useState(false);
  const reopen = async (id: string) => {
    await saveMail(id, { folder: idOf('drafts')! });
    await router.navigate({ href: composeHref(id), resetScroll: false });
  };
  const end = async (act: () => Promise<string | null>, message: string) => {
    setSending(true);
    try {
      const id = await act();
      onClose();
      if (id !== null) offerUndo(message, () => reopen(id));
    } catch {
      setProblem('failed');
      setSending(false);
    }
  };
  return {
    problem,
    isSending,
    send: () => {
      const found = problemOf(value);
      setProblem(found);
      if (found === null && !isSending)
        void end(async () => (await stored.send(value, idOf('sent')!)).id, t('sentMail'));
    },
    discard: () => void end(() => stored.discard(value, idOf('trash')!), t('discarded')),
  };
}
