import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readClaims, toMapping, type ProviderDraft } from './draft.rules.ts';
import { useTrial } from './identity-provider.queries.ts';
import { problemText } from './provider-words.ts';
import { RightsList } from './rights-list.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './identity-provider.module.css';

interface TrialProps {
  draft: ProviderDraft;
  /** Of the last test; null where none arrived. */
  tested: Record<string, unknown> | null;
}

/** Tries the mapping of the form, saved or not, with the claims of some people. */
export function Trial({ draft, tested }: TrialProps) {
  const { t } = useTranslation();
  const trial = useTrial();
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const change = (next: string) => {
    setText(next);
    setIsWrong(false);
    trial.reset();
  };
  const run = () => {
    const people = readClaims(text);
    setIsWrong(people === null);
    if (people) trial.mutate({ issuer: draft.issuer, mapping: toMapping(draft), people });
  };
  return (
    <section className={classes.trial} aria-labelledby="provider-trial">
      <h3 id="provider-trial" className={cards.name}>
        {t('identityProvider.trial')}
      </h3>
      <p className={cards.hint}>{t('identityProvider.trialHelp')}</p>
      <Textarea
        label={t('identityProvider.claims')}
        description={t('identityProvider.claimsHelp')}
        rows={8}
        spellCheck={false}
        maxLength={100_000}
        value={text}
        error={isWrong ? t('identityProvider.claimsWrong') : null}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button variant="default" loading={trial.isPending} onClick={run}>
          {t('identityProvider.try')}
        </Button>
        {tested && (
          <Button variant="subtle" onClick={() => change(JSON.stringify(tested, null, 2))}>
            {t('identityProvider.useTested')}
          </Button>
        )}
      </div>
      {trial.error && (
        <p role="alert" className={cards.error}>
          {problemText(trial.error, t)}
        </p>
      )}
      <div role="status">
        {trial.data && <RightsList people={trial.data.people} label={t('identityProvider.trialResult')} />}
      </div>
    </section>
  );
}
