import { Button } from '@mantine/core';
import type { Webhook } from '@rise/contract';
import { useConfirm, StatusPill } from '@rise/ui';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useChangeWebhook, useDeleteWebhook, useTestWebhook } from './webhooks.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './webhooks.module.css';

/** One webhook: where it is, what was sent to it, and what can be done. */
export function WebhookItem({ webhook }: { webhook: Webhook }) {
  const { id, name, url, paused, createdBy, createdAt } = webhook;
  const { t, i18n } = useTranslation();
  const confirm = useConfirm();
  const change = useChangeWebhook();
  const remove = useDeleteWebhook();
  const test = useTestWebhook(id);
  const [isChanging, setIsChanging] = useState(false);
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const historyId = useId();
  const day = formatDay(createdAt.slice(0, 10), i18n.language);
  const error = isChanging ? null : (change.error ?? remove.error ?? test.error);
  const confirmDelete = async () => {
    const answer = await confirm({
      title: t('webhooks.deleteTitle', { name }),
      message: t('webhooks.deleteText'),
      actions: { confirm: { label: t('webhooks.delete') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') remove.mutate(id);
  };
  if (isChanging)
    return (
      <li className={classes.item} aria-label={name}>
        <WebhookForm
          focused
          before={{ name, url }}
          label={t('webhooks.save')}
          isPending={change.isPending}
          error={change.error}
          onSave={(content) => change.mutate({ id, ...content }, { onSuccess: () => setIsChanging(false) })}
          onCancel={() => {
            change.reset();
            setIsChanging(false);
          }}
        />
      </li>
    );
  return (
    <li className={classes.item} aria-label={name}>
      <div className={classes.head}>
        <h3 className={cards.name}>{name}</h3>
        <StatusPill tone={paused === null ? 'positive' : 'warning'}>
          {t(paused === null ? 'webhooks.active' : 'webhooks.paused')}
        </StatusPill>
      </div>
      <p className={cards.code}>{url}</p>
      {paused === 'gone' && <p className={classes.text}>{t('webhooks.gone')}</p>}
      <p className={classes.hint}>
        {createdBy === null ? t('webhooks.on', { day }) : t('webhooks.by', { person: createdBy, day })}
      </p>
      {error && (
        <p role="alert" className={cards.error}>
          {errorText(error, t).message}
        </p>
      )}
      <Actions
        webhook={webhook}
        history={{ id: historyId, isOpen: isHistoryOpen, onToggle: () => setIsHistoryOpen(!isHistoryOpen) }}
        test={{
          isPending: test.isPending,
          onRun: () => test.mutate(undefined, { onSuccess: () => setIsHistoryOpen(true) }),
        }}
        pause={{ isPending: change.isPending, onRun: () => change.mutate({ id, paused: paused === null }) }}
        remove={{ isPending: remove.isPending, onRun: () => void confirmDelete() }}
        onChange={() => {
          change.reset();
          setIsChanging(true);
        }}
      />
      <div id={historyId}>{isHistoryOpen && <Deliveries webhook={webhook} />}</div>
    </li>
  );
}

interface Work {
  isPending: boolean;
  onRun: () => void;
}

interface ActionsProps {
  webhook: Webhook;
  history: { id: string; isOpen: boolean; onToggle: () => void };
  test: Work;
  pause: Work;
  remove: Work;
  onChange: () => void;
}

function Actions({ webhook: { name, paused }, history, test, pause, remove, onChange }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.actions}>
      {paused === null && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={test.isPending}
          aria-label={t('webhooks.testNamed', { name })}
          onClick={test.onRun}
        >
          {t('webhooks.test')}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        aria-expanded={history.isOpen}
        aria-controls={history.id}
        aria-label={t('webhooks.deliveriesNamed', { name })}
        onClick={history.onToggle}
      >
        {t('webhooks.deliveries')}
      </Button>
      <Button size="compact-sm" variant="subtle" aria-label={t('webhooks.changeNamed', { name })} onClick={onChange}>
        {t('webhooks.change')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        loading={pause.isPending}
        aria-label={t(paused === null ? 'webhooks.pauseNamed' : 'webhooks.resumeNamed', { name })}
        onClick={pause.onRun}
      >
        {t(paused === null ? 'webhooks.pause' : 'webhooks.resume')}
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="negative"
        loading={remove.isPending}
        aria-label={t('webhooks.deleteNamed', { name })}
        onClick={remove.onRun}
      >
        {t('webhooks.delete')}
      </Button>
    </div>
  );
}
