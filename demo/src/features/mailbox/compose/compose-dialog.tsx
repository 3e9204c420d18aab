import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useLanguage } from '@rise/shell/language';
import { useAddress } from '@rise/shell/routing';
import { TextSkeleton, useUiContext } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { demoQuery, useDemoQuery } from '../../../client/queries.ts';
import { nameOf } from '../addresses.rules.ts';
import { useMailboxTexts } from '../mailbox.texts.ts';
import { draftOf, EMPTY_DRAFT, type MailDraft, replyTo } from '../reply.rules.ts';
import { ComposeForm } from './compose-form.tsx';
import classes from './compose.module.css';
import { type ComposeRequest, readComposeRequest } from './compose-request.ts';

/** The form for a mail, while the address has `?compose=`. */
export function ComposeDialog() {
  const { texts } = useUiContext();
  const t = useMailboxTexts();
  const { search, setSearch } = useAddress();
  const isPhone = useMediaQuery('(width < 600px)', undefined, { getInitialValueInEffect: false });
  const requested = search['compose'];
  const { key, setCreated } = useFormKey(requested);
  const request = key === undefined ? undefined : readComposeRequest(key);
  const start = useStart(request);
  const close = () => setSearch({ compose: null });
  useEffect(() => {
    // An unknown mail.
    if (start === null) setSearch({ compose: null });
  }, [start, setSearch]);
  return (
    <Modal
      opened={requested !== undefined}
      onClose={close}
      title={t(request === undefined || request.kind === 'draft' ? 'new' : request.kind)}
      size={760}
      classNames={{ title: classes['title'] ?? '' }}
      fullScreen={isPhone ?? false}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {start ? (
        <ComposeForm
          key={key}
          id={request?.kind === 'draft' ? request.id : null}
          recordId={key ?? ''}
          draft={start}
          isReply={request?.kind === 'reply' || request?.kind === 'reply-all'}
          onCreated={(id) => {
            setCreated(id);
            setSearch({ compose: id });
          }}
          onClose={close}
        />
      ) : (
        <TextSkeleton />
      )}
    </Modal>
  );
}

/** The same form stays when its mail is stored and the address gets its id. */
function useFormKey(requested: string | undefined) {
  const [form, setForm] = useState<{ requested: string | undefined; key: string | undefined; created?: string }>({
    requested,
    key: requested,
  });
  if (requested !== form.requested) {
    const isSame = requested !== undefined && requested === form.created;
    setForm(isSame ? { ...form, requested } : { requested, key: requested });
  }
  return { key: form.key, setCreated: (created: string) => setForm((before) => ({ ...before, created })) };
}

/** What the form begins with; undefined while it loads, null for an unknown mail. */
function useStart(request: ComposeRequest | undefined): MailDraft | null | undefined {
  const t = useMailboxTexts();
  const { locale } = useUiContext();
  const { data: user } = useDemoQuery('user', 'GET /api/common/user');
  const id = request === undefined || request.kind === 'new' ? undefined : request.id;
  const { data: mail } = useQuery({
    ...demoQuery('mailbox', 'GET /api/apps/mailbox/mail', useLanguage(), { query: { id: id ?? '' } }),
    enabled: id !== undefined,
  });
  const kind = request?.kind;
  if (kind === undefined) return undefined;
  if (kind === 'new') return EMPTY_DRAFT;
  if (mail === null) return null;
  if (mail === undefined || user === undefined) return undefined;
  if (kind === 'draft') return draftOf(mail);
  const { date, from } = mail;
  const when = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(date));
  const isForward = kind === 'forward';
  return replyTo(mail, kind, user.email, {
    prefix: t(isForward ? 'forwardPrefix' : 'replyPrefix'),
    introduction: t(isForward ? 'forwarded' : 'wrote', { when, name: nameOf(from.contact) }),
  });
}
