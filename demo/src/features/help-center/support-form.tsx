import { Button, Textarea, TextInput } from '@mantine/core';
import { Notice } from '@rise/ui';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import { call } from '../../client/client.ts';
import { useDemoCall } from '../../client/queries.ts';
import { SaveLine } from '../../components/save-line.tsx';
import { offerUndo } from '../../components/undo.ts';
import { useAutosave } from '../../components/use-autosave.ts';
import { useHelpTexts } from './help-center.texts.ts';
import { type Draft, type Field, FIELDS, findIssues } from './support.rules.ts';
import classes from './support.module.css';

const SHOWN_MS = 7000;
const LENGTHS = { name: 100, email: 200, subject: 200, message: 5000 } as const;

/** There is one. */
const ID = 'support draft';
type DraftRecord = Draft & { readonly id: string };

const saveDraft = (draft: Partial<DraftRecord>) =>
  call('PATCH /api/apps/help-center/support/draft', { body: { draft } });

/** A message to support. What is written is stored until it is sent. */
export function SupportForm({ draft }: { draft: Draft }) {
  const t = useHelpTexts();
  const record = useMemo<DraftRecord>(() => ({ ...draft, id: ID }), [draft]);
  const { value, change, state, retry } = useAutosave(record, saveDraft);
  const [hasTried, setTried] = useState(false);
  const [wasSent, setSent] = useSentNotice();
  const send = useDemoCall('POST /api/apps/help-center/support/message');
  const form = useRef<HTMLFormElement>(null);
  const issues = hasTried ? findIssues(value) : {};
  const wrong = Object.keys(issues).length;
  const isWritten = value.subject !== '' || value.message !== '';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    setTried(true);
    const found = findIssues(value);
    const first = FIELDS.find((field) => found[field]);
    if (first) return form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    const { name, email, subject, message: text } = value;
    const message = { name, email: email.trim(), subject, message: text };
    return send.mutate(
      { body: { message } },
      {
        onSuccess: () => {
          setTried(false);
          setSent(true);
          change({ subject: '', message: '' });
        },
      },
    );
  };
  const clear = () => {
    const { subject, message } = value;
    setTried(false);
    change({ subject: '', message: '' });
    offerUndo(t('cleared'), async () => change({ subject, message }));
  };
  const fieldOf = (name: Field) => ({
    name,
    label: t(name),
    required: true,
    // What would be written now would be cleared with what is sent.
    readOnly: send.isPending,
    maxLength: LENGTHS[name],
    value: value[name],
    error: issues[name] && t(issues[name], { field: t(name) }),
    onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
  });
  return (
    <form ref={form} className={classes['form']} noValidate aria-label={t('write')} onSubmit={submit}>
      <div className={classes['pair']}>
        <TextInput {...fieldOf('name')} autoComplete="name" />
        <TextInput {...fieldOf('email')} type="email" autoComplete="email" />
      </div>
      <TextInput {...fieldOf('subject')} />
      <Textarea
        {...fieldOf('message')}
        description={t('messageHelp')}
        rows={6}
        classNames={{ input: classes['long'] }}
      />
      {wrong > 0 && <Notice tone="negative">{t('wrong', { count: wrong })}</Notice>}
      {send.isError && wrong === 0 && <Notice tone="negative">{t('sendFailed')}</Notice>}
      {wasSent && (
        <Notice tone="positive" onClose={() => setSent(false)}>
          {t('sent')}
        </Notice>
      )}
      <div className={classes['buttons']}>
        <SaveLine state={state} retry={retry} />
        {isWritten && (
          <Button variant="default" onClick={clear}>
            {t('clear')}
          </Button>
        )}
        <Button type="submit" loading={send.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

/** Whether a message was just sent; for some seconds. */
function useSentNotice() {
  const [wasSent, setSent] = useState(false);
  useEffect(() => {
    if (!wasSent) return undefined;
    const timer = setTimeout(() => setSent(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [wasSent]);
  return [wasSent, setSent] as const;
}
