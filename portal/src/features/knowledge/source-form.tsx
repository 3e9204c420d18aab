import { Button, TextInput } from '@mantine/core';
import type { ConnectionTest, KnowledgeSource } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useFocusRef } from '../../embedding/use-focus-ref.ts';
import { ConnectionFields } from './connection-fields.tsx';
import { emptyDraft, groupsOf, issuesOf, sentDraft, type SentDraft, type SourceFields } from './source-draft.rules.ts';
import { SpaceChoice } from './space-choice.tsx';
import { useTestConnection } from './sources.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './knowledge.module.css';

interface SourceFormProps {
  /** Null for a new one. */
  source: KnowledgeSource | null;
  isPending: boolean;
  error: Error | null;
  onSave: (draft: SentDraft) => void;
  onCancel: () => void;
}

/** Where a Confluence site is, who signs in there, and which of its spaces are read. */
export function SourceForm({ source, isPending, error, onSave, onCancel }: SourceFormProps) {
  const { t } = useTranslation();
  const [fields, setFields] = useState<SourceFields>(() => emptyDraft(source));
  const [submitted, setSubmitted] = useState<'test' | 'save' | null>(null);
  const [found, setFound] = useState<ConnectionTest | null>(null);
  const test = useTestConnection();
  const focus = useFocusRef(true);
  const issues = issuesOf(fields, source);
  const refused = [test.error, error].flatMap((one) => (one instanceof ApiError ? (one.details ?? []) : []));
  const show = (field: keyof typeof issues, at: 'test' | 'save') =>
    (submitted === 'save' || submitted === at) && issues[field]
      ? t(`knowledge.sources.issues.${issues[field]}`)
      : refused.some((one) => one.field === field)
        ? t(`knowledge.sources.refused.${field === 'token' ? 'token' : 'field'}`)
        : null;
  const set = (change: Partial<SourceFields>, isConnection = false) => {
    setFields({ ...fields, ...change });
    // What was found is of another connection.
    if (isConnection) {
      test.reset();
      setFound(null);
    }
  };
  const tryConnection = () => {
    setSubmitted('test');
    if (issues.url || issues.email || issues.token) return;
    const { kind, url, email, token } = sentDraft(fields);
    const body = { source: source?.id ?? null, kind, url, email, token: token ?? null };
    test.mutate(body, { onSuccess: setFound });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted('save');
    if (Object.values(issues).every((issue) => issue === null)) onSave(sentDraft(fields));
  };
  const other = error ?? test.error;
  return (
    <form noValidate className={cards.form} onSubmit={submit} aria-label={t('knowledge.sources.form')}>
      <TextInput
        ref={focus}
        label={t('knowledge.sources.name')}
        placeholder={t('knowledge.sources.namePlaceholder')}
        maxLength={100}
        value={fields.name}
        error={show('name', 'save')}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <ConnectionFields
        fields={fields}
        hasToken={source !== null}
        errorOf={(field) => show(field, 'test')}
        onChange={(change) => set(change, true)}
      />
      <div>
        <Button variant="default" loading={test.isPending} onClick={tryConnection}>
          {t('knowledge.sources.test')}
        </Button>
      </div>
      <p role="status" className={classes.done}>
        {found?.failure === null && t('knowledge.sources.works', { count: found.spaces.length })}
      </p>
      {found && found.failure !== null && (
        <p role="alert" className={cards.error}>
          {t(`knowledge.sources.failures.${found.failure}`)}
        </p>
      )}
      <SpaceChoice
        spaces={found?.failure === null ? found.spaces : fields.spaces}
        chosen={fields.spaces}
        isTested={found?.failure === null}
        error={show('spaces', 'save')}
        onChange={(spaces) => set({ spaces })}
      />
      <TextInput
        label={t('knowledge.sources.groups')}
        description={t('knowledge.sources.groupsHelp')}
        placeholder="confluence-users"
        value={fields.groups}
        error={groupsOf(fields.groups).length > 20 ? t('knowledge.sources.issues.groups') : null}
        onChange={({ currentTarget }) => set({ groups: currentTarget.value })}
      />
      {other && refused.length === 0 && (
        <p role="alert" className={cards.error}>
          {errorText(other, t).message}
        </p>
      )}
      <div className={classes.actions}>
        <Button type="submit" loading={isPending}>
          {t(source ? 'knowledge.sources.save' : 'knowledge.sources.add')}
        </Button>
        <Button variant="subtle" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
