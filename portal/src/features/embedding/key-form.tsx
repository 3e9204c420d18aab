import { Button, Textarea, TextInput } from '@mantine/core';
import { Notice } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { SecretField } from '../../embedding/secret-field.tsx';
import { useFocusRef } from '../../embedding/use-focus-ref.ts';
import { useCreateKey } from './embedding.queries.ts';
import { areOrigins, originsIn } from './origins.rules.ts';
import cards from '../../embedding/cards.module.css';

/** Creates a key, and shows its secret until the person has it. */
export function KeyForm() {
  const { t } = useTranslation();
  const create = useCreateKey();
  const [name, setName] = useState('');
  const [sites, setSites] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [isAgain, setIsAgain] = useState(false);
  const focus = useFocusRef(isAgain);
  const origins = originsIn(sites);
  const isNameless = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isNameless && areOrigins(origins)) create.mutate({ name: name.trim(), origins });
  };
  const done = () => {
    create.reset();
    setName('');
    setSites('');
    setSubmitted(false);
    setIsAgain(true);
  };
  if (create.data) {
    const { key, secret } = create.data;
    return (
      <section className={cards.form} aria-label={t('embedding.secret')}>
        <Notice tone="warning">{t('embedding.created', { name: key.name })}</Notice>
        <SecretField label={t('embedding.keyId')} value={key.id} />
        <SecretField focused label={t('embedding.secret')} value={secret} />
        <div>
          <Button onClick={done}>{t('embedding.done')}</Button>
        </div>
      </section>
    );
  }
  return (
    <form noValidate className={cards.form} onSubmit={submit}>
      <TextInput
        ref={focus}
        label={t('embedding.name')}
        placeholder={t('embedding.namePlaceholder')}
        maxLength={120}
        value={name}
        error={submitted && isNameless ? t('embedding.nameless') : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        autosize
        minRows={2}
        label={t('embedding.origins')}
        description={t('embedding.originsHelp')}
        placeholder="https://intranet.example.com"
        value={sites}
        error={submitted && !areOrigins(origins) ? t('embedding.originsWrong') : null}
        onChange={({ currentTarget }) => setSites(currentTarget.value)}
      />
      {create.error && (
        <p role="alert" className={cards.error}>
          {errorText(create.error, t).message}
        </p>
      )}
      <div>
        <Button type="submit" loading={create.isPending}>
          {t('embedding.new')}
        </Button>
      </div>
    </form>
  );
}
