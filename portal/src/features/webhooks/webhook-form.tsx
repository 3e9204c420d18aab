import { Button, TextInput } from '@mantine/core';
import { ApiError } from '@rise/contract/client';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useFocusRef } from '../../embedding/use-focus-ref.ts';
import cards from '../../embedding/cards.module.css';
import classes from './webhooks.module.css';

interface WebhookFormProps {
  before: { name: string; url: string };
  /** Whether it takes the focus: it replaces what had it. */
  focused: boolean;
  /** Of the button that saves. */
  label: string;
  isPending: boolean;
  error: Error | null;
  onSave: (content: { name: string; url: string }) => void;
  /** Null where there is nothing to go back to. */
  onCancel: (() => void) | null;
}

/** What a webhook is called, and where it is. */
export function WebhookForm({ before, focused, label, isPending, error, onSave, onCancel }: WebhookFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(before.name);
  const [url, setUrl] = useState(before.url);
  const [submitted, setSubmitted] = useState(false);
  const focus = useFocusRef(focused);
  const content = { name: name.trim(), url: url.trim() };
  const issues = { name: content.name === '', url: !isHttps(content.url) };
  // Of a host that the server does not connect to, it says why and what to do.
  const urlError = error instanceof ApiError ? error.details?.find(({ field }) => field === 'url') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!issues.name && !issues.url) onSave(content);
  };
  return (
    <form noValidate className={cards.form} onSubmit={submit}>
      <TextInput
        ref={focus}
        label={t('webhooks.name')}
        placeholder={t('webhooks.namePlaceholder')}
        maxLength={120}
        value={name}
        error={submitted && issues.name ? t('webhooks.nameless') : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <TextInput
        type="url"
        label={t('webhooks.url')}
        description={t('webhooks.urlHelp')}
        placeholder="https://hooks.example.com/rise"
        maxLength={2000}
        value={url}
        error={submitted && issues.url ? t('webhooks.urlWrong') : urlError ? t('webhooks.urlRefused') : null}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      {error && !urlError && (
        <p role="alert" className={cards.error}>
          {errorText(error, t).message}
        </p>
      )}
      <div className={classes.buttons}>
        {onCancel && (
          <Button variant="subtle" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <Button type="submit" loading={isPending}>
          {label}
        </Button>
      </div>
    </form>
  );
}

/** The server decides; this is what can be seen at once. */
const isHttps = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';
