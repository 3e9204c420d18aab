import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemText } from './domain-words.ts';
import { useAddDomain } from './domains.queries.ts';
import cards from '../../embedding/cards.module.css';

interface AddDomainProps {
  ref: Ref<HTMLInputElement>;
  onDone: (message: string) => void;
}

/** Adds a domain, which is then to be proven. */
export function AddDomain({ ref, onDone }: AddDomainProps) {
  const { t } = useTranslation();
  const add = useAddDomain();
  const [text, setText] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const isEmpty = text.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isEmpty) return;
    add.mutate(text.trim(), {
      onSuccess: () => {
        setText('');
        setSubmitted(false);
        onDone(t('domains.added', { domain: text.trim() }));
      },
    });
  };
  return (
    <section className={cards.card} aria-labelledby="domain-new">
      <h2 id="domain-new" className={cards.heading}>
        {t('domains.newTitle')}
      </h2>
      <form noValidate className={cards.form} onSubmit={submit}>
        <TextInput
          ref={ref}
          label={t('domains.name')}
          description={t('domains.nameHelp')}
          placeholder="example.com"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          value={text}
          error={submitted && isEmpty ? t('domains.problems.name') : add.error ? problemText(add.error, t) : null}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            add.reset();
          }}
        />
        <div>
          <Button type="submit" loading={add.isPending}>
            {t('domains.add')}
          </Button>
        </div>
      </form>
    </section>
  );
}
