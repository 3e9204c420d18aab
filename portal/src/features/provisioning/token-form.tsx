import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Notice } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { SecretField } from '../../embedding/secret-field.tsx';
import { useFocusRef } from '../../embedding/use-focus-ref.ts';
import { useCreateToken } from './provisioning.queries.ts';
import cards from '../../embedding/cards.module.css';

const DAYS = [30, 90, 180, 365];

/** Creates a token, and shows it until the administrator has it. `isFull`: one has to be revoked first. */
export function TokenForm({ isFull }: { isFull: boolean }) {
  const { t } = useTranslation();
  const create = useCreateToken();
  const [isAgain, setIsAgain] = useState(false);
  if (create.data)
    return (
      <div className={cards.form} role="group" aria-label={t('provisioning.tokens.new')}>
        <Notice tone="warning">{t('provisioning.tokens.created')}</Notice>
        <SecretField focused label={t('provisioning.tokens.secret')} value={create.data.token} />
        <div>
          <Button
            onClick={() => {
              create.reset();
              setIsAgain(true);
            }}
          >
            {t('provisioning.tokens.done')}
          </Button>
        </div>
      </div>
    );
  if (isFull) return <p className={cards.hint}>{t('provisioning.tokens.full')}</p>;
  return <Fields create={create} focused={isAgain} />;
}

function Fields({ create, focused }: { create: ReturnType<typeof useCreateToken>; focused: boolean }) {
  const { t } = useTranslation();
  const focus = useFocusRef(focused);
  const [name, setName] = useState('');
  const [days, setDays] = useState(180);
  const [submitted, setSubmitted] = useState(false);
  const isNameless = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isNameless) create.mutate({ name: name.trim(), days });
  };
  return (
    <form noValidate className={cards.form} onSubmit={submit} aria-label={t('provisioning.tokens.new')}>
      <TextInput
        ref={focus}
        label={t('provisioning.tokens.name')}
        description={t('provisioning.tokens.nameHelp')}
        maxLength={100}
        value={name}
        error={submitted && isNameless ? t('provisioning.tokens.nameless') : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label={t('provisioning.tokens.days')}
        data={DAYS.map((option) => ({
          value: String(option),
          label: t('provisioning.tokens.dayCount', { count: option }),
        }))}
        value={String(days)}
        onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
      />
      {create.error && (
        <p role="alert" className={cards.error}>
          {errorText(create.error, t).message}
        </p>
      )}
      <div>
        <Button type="submit" loading={create.isPending}>
          {t('provisioning.tokens.create')}
        </Button>
      </div>
    </form>
  );
}
