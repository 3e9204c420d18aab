import { Button, Combobox, Textarea, useCombobox } from '@mantine/core';
import type { Mentionable } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { type CommentDraft, readDraft, writeDraft } from './comment-drafts.storage.ts';
import { mentionAt, mentionsIn } from './comments.rules.ts';
import { peopleQuery } from './comments.queries.ts';
import classes from './comments.module.css';

const MAX_LENGTH = 2000;
const SUGGESTIONS = 6;

interface ComposerProps {
  report: string;
  label: string;
  /** What the button says. */
  action: string;
  /** Under which an unfinished comment is stored; null: it is not, and starts from `start`. */
  draftKey: string | null;
  start?: CommentDraft;
  /** Whether writing begins at once. */
  isFocused?: boolean;
  /** Rejects where it could not be sent; the text stays then. */
  onSend: (comment: { text: string; mentions: string[] }) => Promise<unknown>;
  onCancel?: () => void;
}

/** Writes a comment, and stores it until it is sent. */
export function CommentComposer(props: ComposerProps) {
  const { report, label, action, draftKey, start, isFocused = false, onSend, onCancel } = props;
  const { t } = useTranslation();
  const [draft, setDraft] = useState(
    () => start ?? (draftKey === null ? { text: '', people: [] } : readDraft(draftKey)),
  );
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const text = draft.text.trim();
  const change = (next: CommentDraft) => {
    setDraft(next);
    if (draftKey !== null) writeDraft(draftKey, next);
  };
  const send = () => {
    if (text === '' || isSending) return;
    setIsSending(true);
    setError(null);
    onSend({ text, mentions: mentionsIn(text, draft.people) })
      .then(() => change({ text: '', people: [] }), setError)
      .finally(() => setIsSending(false));
  };
  return (
    <div className={classes.composer}>
      <MentionField report={report} label={label} draft={draft} isFocused={isFocused} onChange={change} onSend={send} />
      {error !== null && (
        <p role="alert" className={classes.error}>
          {messageOf(error, t)}
        </p>
      )}
      <div className={classes.actions}>
        {onCancel && (
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <Button size="compact-sm" disabled={text === ''} loading={isSending} onClick={send}>
          {action}
        </Button>
      </div>
    </div>
  );
}

interface FieldProps extends Pick<ComposerProps, 'report' | 'label'> {
  draft: CommentDraft;
  isFocused: boolean;
  onChange: (draft: CommentDraft) => void;
  onSend: () => void;
}

/** The text. `@` suggests people who may open the report; Ctrl or Command with Enter sends. */
function MentionField({ report, label, draft, isFocused, onChange, onSend }: FieldProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLTextAreaElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  // Where an `@` is whose suggestions were closed.
  const [dismissed, setDismissed] = useState<number | null>(null);
  const { data: people = [] } = useQuery(peopleQuery(report));
  const mention = caret === null ? null : mentionAt(draft.text, caret);
  const suggestions = mention && mention.from !== dismissed ? suggest(people, mention.query) : [];
  const isOpen = suggestions.length > 0;
  const combobox = useCombobox({ opened: isOpen, onDropdownClose: () => mention && setDismissed(mention.from) });
  const { selectFirstOption } = combobox;
  const first = suggestions[0]?.account;
  useEffect(() => {
    if (first !== undefined) selectFirstOption();
  }, [first, selectFirstOption]);
  useEffect(() => {
    if (isFocused) input.current?.focus();
  }, [isFocused]);

  const choose = (account: string) => {
    const person = people.find((one) => one.account === account);
    if (!person || !mention || caret === null) return;
    const before = `${draft.text.slice(0, mention.from)}@${person.name} `;
    const others = draft.people.filter((one) => one.account !== account);
    onChange({ text: before + draft.text.slice(caret), people: [...others, { account, name: person.name }] });
    setCaret(null);
    requestAnimationFrame(() => input.current?.setSelectionRange(before.length, before.length));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.stopPropagation();
    onSend();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={choose} position="bottom-start" withinPortal={false}>
      <Combobox.Target withKeyboardNavigation={isOpen} autoComplete="off">
        <Textarea
          ref={input}
          label={label}
          description={t('report.comments.help')}
          rows={3}
          resize="vertical"
          maxLength={MAX_LENGTH}
          data-autofocus={isFocused || undefined}
          aria-autocomplete="list"
          value={draft.text}
          onChange={({ currentTarget }) => {
            const { value, selectionStart } = currentTarget;
            setCaret(selectionStart);
            if (mentionAt(value, selectionStart)?.from !== dismissed) setDismissed(null);
            onChange({ ...draft, text: value });
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onBlur={() => setCaret(null)}
          onKeyDownCapture={onKeyDown}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!isOpen}>
        <Combobox.Options aria-label={t('report.comments.people')}>
          {suggestions.map(({ account, name, email }) => (
            <Combobox.Option key={account} value={account} onMouseDown={(event) => event.preventDefault()}>
              <span className={classes.person}>{name}</span>
              <span className={classes.detail}>{email}</span>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

function suggest(people: readonly Mentionable[], query: string): Mentionable[] {
  const typed = query.toLocaleLowerCase();
  const matches = people.filter(({ name, email }) =>
    [name, ...name.split(' '), email].some((word) => word.toLocaleLowerCase().startsWith(typed)),
  );
  // A name that is complete is being written on.
  return matches.some(({ name }) => `${name} `.toLocaleLowerCase() === typed) ? [] : matches.slice(0, SUGGESTIONS);
}

/** The text stays in the field, whatever happened. */
function messageOf(error: unknown, t: TFunction): string {
  if (error instanceof ApiError) {
    if (error.code === 'CONFLICT') return t('report.comments.conflict');
    if (error.code === 'NOT_FOUND') return t('report.comments.gone');
    if (error.details?.some(({ field }) => field === 'mentions')) return t('report.comments.unable');
  }
  return errorText(error, t).message;
}
