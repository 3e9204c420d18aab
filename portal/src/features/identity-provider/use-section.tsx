import { Button, Radio } from '@mantine/core';
import type { SignInChoice, TenantProvider } from '@rise/contract';
import { SIGN_IN_CHOICES } from '@rise/contract/identity-provider-words';
import { useConfirm } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChooseSignIn, useRemoveProvider } from './identity-provider.queries.ts';
import { CHOICE_NAMES, problemText } from './provider-words.ts';
import cards from '../../embedding/cards.module.css';
import classes from './identity-provider.module.css';

interface UseSectionProps {
  found: TenantProvider;
  onDone: (message: string) => void;
}

/** By which provider people sign in, what follows from a change, and the end of the own one. */
export function UseSection({ found, onDone }: UseSectionProps) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const choose = useChooseSignIn();
  const remove = useRemoveProvider();
  const [chosen, setChosen] = useState<SignInChoice>(found.signIn);
  const people = found.provider?.people ?? 0;
  const error = choose.error ?? remove.error;
  const confirmRemoval = async () => {
    const answer = await confirm({
      title: t('identityProvider.removeTitle'),
      message: t('identityProvider.removeText', { count: people }),
      actions: { confirm: { label: t('identityProvider.remove') }, cancel: { label: t('common.cancel') } },
    });
    if (answer !== 'confirmed') return;
    remove.mutate(undefined, { onSuccess: () => onDone(t('identityProvider.removed')) });
  };
  return (
    <section className={cards.card} aria-labelledby="provider-use">
      <h2 id="provider-use" className={cards.heading}>
        {t('identityProvider.use')}
      </h2>
      <Radio.Group
        aria-labelledby="provider-use"
        className={classes.choices}
        value={chosen}
        onChange={(value) => {
          choose.reset();
          setChosen(SIGN_IN_CHOICES.find((one) => one === value) ?? found.signIn);
        }}
      >
        {SIGN_IN_CHOICES.map((value) => (
          <Radio
            key={value}
            value={value}
            label={t(CHOICE_NAMES[value])}
            description={t(`identityProvider.choiceHelp.${value}`)}
          />
        ))}
      </Radio.Group>
      {chosen !== found.signIn && (
        <p role="status" className={classes.text}>
          {chosen === 'shared' && t('identityProvider.consequence.shared', { count: people })}
          {chosen === 'own' && t('identityProvider.consequence.own', { count: found.sharedMembers })}
          {chosen === 'any' && t('identityProvider.consequence.any')}
        </p>
      )}
      {error && (
        <p role="alert" className={cards.error}>
          {problemText(error, t)}
        </p>
      )}
      <div className={classes.actions}>
        <Button
          disabled={chosen === found.signIn}
          loading={choose.isPending}
          onClick={() => choose.mutate(chosen, { onSuccess: () => onDone(t('identityProvider.chosen')) })}
        >
          {t('identityProvider.choose')}
        </Button>
        <Button variant="subtle" color="negative" loading={remove.isPending} onClick={() => void confirmRemoval()}>
          {t('identityProvider.remove')}
        </Button>
      </div>
    </section>
  );
}
