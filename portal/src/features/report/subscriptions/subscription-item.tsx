import { Button } from '@mantine/core';
import type { Report, ReportSubscription, SubscriptionRun } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import type { ParseKeys, TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import type { ReportChoices } from '../report.state.ts';
import { isSameState, toState } from '../views/views.rules.ts';
import { useFilterWords } from '../use-filter-words.ts';
import { timeInZone } from '../../../dates/moments.ts';
import { ruleWords } from './rule-words.ts';
import { useDeleteSubscription, usePauseSubscription, useSendNow } from './subscriptions.queries.ts';
import panels from '../panels.module.css';

export interface SubscriptionItemProps {
  report: Report;
  subscription: ReportSubscription;
  /** The selections on the page. */
  choices: ReportChoices;
  onEdit: () => void;
}

/** One subscription: its rule in words, its next times, what became of the last ones, and what can be done. */
export function SubscriptionItem({ report, subscription, choices, onEdit }: SubscriptionItemProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { id, title, rule, zone, recipients, owner, isOwn, paused, next, lastRuns, attachments, onlyNew, can } =
    subscription;
  const remove = useDeleteSubscription(report.id);
  const pause = usePauseSubscription(report.id);
  const send = useSendNow(report.id);
  const failure = pause.error
    ? failureText(pause.error, 'report.mail.cannotResume', t)
    : send.error
      ? failureText(send.error, 'report.mail.sendingAlready', t)
      : remove.error && errorText(remove.error, t).message;
  const facts = [
    ...(recipients.length > 0
      ? [t('report.mail.to', { people: recipients.map(({ email }) => email).join(', ') })]
      : []),
    ...(isOwn ? [] : [t('report.mail.by', { owner })]),
    ...attachments.map((one) => t(`report.mail.attachments.${one}`)),
    ...(onlyNew ? [t('report.mail.whenNew')] : []),
    ...(isSameState(subscription.state, toState(choices)) ? [] : [t('report.mail.otherSelections')]),
  ];
  return (
    <li className={panels.item} aria-label={title}>
      <h3 className={panels.title}>{title}</h3>
      <p className={panels.text}>{ruleWords(rule, { t, language, zone })}</p>
      <p className={panels.text}>{facts.join(' · ')}</p>
      <OutsideFact report={report} outside={subscription.outside} />
      {paused === null ? (
        <>
          <p className={panels.text}>{t('report.mail.next')}</p>
          <ul className={panels.facts}>
            {next.map((time) => (
              <li key={time}>{timeInZone(time, zone, language)}</li>
            ))}
          </ul>
        </>
      ) : (
        <p className={panels.text}>{t(`report.mail.paused.${paused}`)}</p>
      )}
      {lastRuns.length > 0 && (
        <>
          <p className={panels.text}>{t('report.mail.last')}</p>
          <ul className={panels.facts}>
            {lastRuns.map((run) => (
              <li key={run.id}>{`${timeInZone(run.slot, zone, language)}: ${outcome(run, t)}`}</li>
            ))}
          </ul>
        </>
      )}
      {failure && (
        <p role="alert" className={panels.error}>
          {failure}
        </p>
      )}
      <div className={panels.actions}>
        <Button size="compact-sm" variant="light" loading={send.isPending} onClick={() => send.mutate(id)}>
          {t('report.mail.sendNow')}
        </Button>
        {can.change && (
          <>
            <Button size="compact-sm" variant="subtle" onClick={onEdit}>
              {t('report.mail.edit')}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              loading={pause.isPending}
              onClick={() => pause.mutate({ subscription: id, paused: paused === null })}
            >
              {t(paused === null ? 'report.mail.pause' : 'report.mail.resume')}
            </Button>
          </>
        )}
        {(can.change || can.leave) && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="negative"
            loading={remove.isPending}
            onClick={() => remove.mutate(id)}
          >
            {t(can.change ? 'report.mail.delete' : 'report.mail.leave')}
          </Button>
        )}
      </div>
    </li>
  );
}

const failureText = (error: Error, conflict: ParseKeys, t: TFunction): string =>
  error instanceof ApiError && error.code === 'CONFLICT' ? t(conflict) : errorText(error, t).message;

/** Who gets it without an account, and which rows they see. */
function OutsideFact({ report, outside }: { report: Report; outside: ReportSubscription['outside'] }) {
  const { t } = useTranslation();
  const words = useFilterWords(report);
  if (!outside) return null;
  const addresses = outside.addresses.map((one) => addressText(one, t)).join(', ');
  return <p className={panels.text}>{t('report.mail.outside.to', { addresses, filters: words(outside.filters) })}</p>;
}

/** With why it gets nothing. */
const addressText = (
  { address, stopped }: NonNullable<ReportSubscription['outside']>['addresses'][number],
  t: TFunction,
): string => (stopped === null ? address : `${address} (${t(`report.mail.skipped.${stopped}`)})`);

/** What became of a run, with those who did not get it. */
function outcome({ status, skipped, failure, deliveries }: SubscriptionRun, t: TFunction): string {
  if (status === 'skipped' && skipped !== null) return t(`report.mail.skipped.${skipped}`);
  const has = (one: SubscriptionRun['deliveries'][number]['status']) => deliveries.some((delivery) => delivery.status === one); // prettier-ignore
  const result =
    status === 'failed'
      ? t('report.mail.failed', { reason: failure ?? '' })
      : status === 'sent'
        ? t(`report.mail.${has('queued') ? 'queued' : has('held') ? 'held' : 'sent'}`)
        : t(`report.mail.${status === 'running' ? 'running' : 'waiting'}`);
  const others = deliveries.flatMap((delivery) => {
    const { email } = delivery;
    if (delivery.skipped !== null) return [`${email}: ${t(`report.mail.skipped.${delivery.skipped}`)}`];
    return delivery.status === 'failed' && status !== 'failed'
      ? [`${email}: ${t('report.mail.failed', { reason: delivery.failure ?? '' })}`]
      : [];
  });
  return [result, ...others].join('; ');
}
