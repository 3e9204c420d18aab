import { Button, Textarea } from '@mantine/core';
import type { EmbedKey } from '@rise/contract';
import { useConfirm } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useFocusRef } from '../../embedding/use-focus-ref.ts';
import { useChangeSites, useRevokeKey } from './embedding.queries.ts';
import { areOrigins, originsIn } from './origins.rules.ts';
import cards from '../../embedding/cards.module.css';
import classes from './embedding.module.css';

/** One key: where it may be used, when it was, and what can be done. */
export function KeyItem({ item: { id, name, origins, createdBy, createdAt, lastUsedAt } }: { item: EmbedKey }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const confirm = useConfirm();
  const revoke = useRevokeKey();
  const [isChanging, setIsChanging] = useState(false);
  const day = formatDay(createdAt.slice(0, 10), language);
  const facts = [
    createdBy === null ? t('embedding.on', { day }) : t('embedding.by', { person: createdBy, day }),
    lastUsedAt === null ? t('embedding.unused') : t('embedding.used', { moment: formatMoment(lastUsedAt, language) }),
  ];
  const ask = async () => {
    const answer = await confirm({
      title: t('embedding.revokeTitle', { name }),
      message: t('embedding.revokeText'),
      actions: { confirm: { label: t('embedding.revoke') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') revoke.mutate(id);
  };
  return (
    <li className={classes.item} aria-label={name}>
      <h3 className={cards.name}>{name}</h3>
      <p className={cards.code}>{id}</p>
      {isChanging ? (
        <Sites id={id} origins={origins} onClose={() => setIsChanging(false)} />
      ) : (
        <ul className={classes.sites}>
          {origins.map((origin) => (
            <li key={origin}>{origin}</li>
          ))}
        </ul>
      )}
      <p className={cards.hint}>{facts.join(' · ')}</p>
      {revoke.error && (
        <p role="alert" className={cards.error}>
          {errorText(revoke.error, t).message}
        </p>
      )}
      {!isChanging && (
        <div className={classes.actions}>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('embedding.changeNamed', { name })}
            onClick={() => setIsChanging(true)}
          >
            {t('embedding.change')}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="negative"
            loading={revoke.isPending}
            aria-label={t('embedding.revokeNamed', { name })}
            onClick={() => void ask()}
          >
            {t('embedding.revoke')}
          </Button>
        </div>
      )}
    </li>
  );
}

function Sites({ id, origins: before, onClose }: { id: string; origins: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const change = useChangeSites();
  const focus = useFocusRef(true);
  const [text, setText] = useState(before.join('\n'));
  const [submitted, setSubmitted] = useState(false);
  const origins = originsIn(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (areOrigins(origins)) change.mutate({ id, origins }, { onSuccess: onClose });
  };
  return (
    <form noValidate className={cards.form} onSubmit={submit}>
      <Textarea
        autosize
        ref={focus}
        minRows={2}
        label={t('embedding.origins')}
        description={t('embedding.originsHelp')}
        value={text}
        error={submitted && !areOrigins(origins) ? t('embedding.originsWrong') : null}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {change.error && (
        <p role="alert" className={cards.error}>
          {errorText(change.error, t).message}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="subtle" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={change.isPending}>
          {t('embedding.save')}
        </Button>
      </div>
    </form>
  );
}
