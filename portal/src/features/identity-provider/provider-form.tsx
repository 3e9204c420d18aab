import '@mantine/core/styles/PasswordInput.layer.css';
import { Button, Checkbox, PasswordInput, Textarea, TextInput } from '@mantine/core';
import type { TenantProvider } from '@rise/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { missingFields, NEW_DRAFT, toDraft, toSettings, type ProviderDraft } from './draft.rules.ts';
import { useSaveProvider } from './identity-provider.queries.ts';
import { problemText } from './provider-words.ts';
import { Trial } from './trial.tsx';
import cards from '../../embedding/cards.module.css';

interface ProviderFormProps {
  provider: TenantProvider['provider'];
  onDone: (message: string) => void;
}

type TextName = Exclude<keyof ProviderDraft, 'isEverybodyUser' | 'secret' | 'administrators' | 'users'>;

/** The connection to the provider, and which claims give which rights. */
export function ProviderForm({ provider, onDone }: ProviderFormProps) {
  const { t } = useTranslation();
  const save = useSaveProvider();
  const [draft, setDraft] = useState(() => (provider ? toDraft(provider) : NEW_DRAFT));
  const [submitted, setSubmitted] = useState(false);
  const missing = missingFields(draft);
  const change = (part: Partial<ProviderDraft>) => {
    setDraft({ ...draft, ...part });
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (missing.length > 0) return;
    save.mutate(toSettings(draft), {
      onSuccess: () => {
        setDraft({ ...draft, secret: '' });
        onDone(t('identityProvider.saved'));
      },
    });
  };
  const text = (name: TextName, most: number) => ({
    label: t(`identityProvider.fields.${name}`),
    description: t(`identityProvider.help.${name}`),
    autoComplete: 'off',
    spellCheck: false,
    maxLength: most,
    value: draft[name],
    error: submitted && missing.some((one) => one === name) ? t('identityProvider.missing') : null,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  const values = (name: 'administrators' | 'users') => ({
    label: t(`identityProvider.fields.${name}`),
    description: t(`identityProvider.help.${name}`),
    rows: 3,
    spellCheck: false,
    value: draft[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  return (
    <section className={cards.card} aria-labelledby="provider-settings">
      <h2 id="provider-settings" className={cards.heading}>
        {t('identityProvider.settings')}
      </h2>
      <form noValidate className={cards.form} onSubmit={submit}>
        <TextInput {...text('label', 60)} />
        <TextInput {...text('issuer', 500)} placeholder="https://login.example.com/realm" />
        <TextInput {...text('clientId', 200)} />
        <PasswordInput
          label={t('identityProvider.fields.secret')}
          description={t(provider?.hasSecret ? 'identityProvider.help.secretStored' : 'identityProvider.help.secret')}
          autoComplete="new-password"
          maxLength={1000}
          value={draft.secret}
          visibilityToggleButtonProps={{ 'aria-label': t('identityProvider.showSecret') }}
          onChange={({ currentTarget }) => change({ secret: currentTarget.value })}
        />
        <TextInput {...text('scopes', 1000)} />
        <TextInput {...text('subjectClaim', 200)} />
        <TextInput {...text('rolesClaim', 200)} />
        <Textarea {...values('administrators')} />
        <Textarea {...values('users')} />
        <Checkbox
          label={t('identityProvider.fields.isEverybodyUser')}
          description={t('identityProvider.help.isEverybodyUser')}
          checked={draft.isEverybodyUser}
          onChange={({ currentTarget }) => change({ isEverybodyUser: currentTarget.checked })}
        />
        <TextInput {...text('groupsClaim', 200)} />
        {save.error && (
          <p role="alert" className={cards.error}>
            {problemText(save.error, t)}
          </p>
        )}
        <div>
          <Button type="submit" loading={save.isPending}>
            {t('identityProvider.save')}
          </Button>
        </div>
      </form>
      <Trial draft={draft} tested={provider?.test?.claims ?? null} />
    </section>
  );
}
