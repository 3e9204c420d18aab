import { Button, Checkbox, MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core';
import type { Report, ReportSubscription, ReportSubscriptions, SubscriptionAttachment } from '@rise/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WebhookSelect } from '../webhook-select.tsx';
import { OutsideFields } from './outside-fields.tsx';
import { weekdayName } from './rule-words.ts';
import {
  draftOf,
  issuesOf,
  newDraft,
  type OutsideDefaults,
  type SubscriptionDraft,
} from './subscription-draft.rules.ts';
import panels from '../panels.module.css';
import classes from './subscriptions.module.css';

const FREQUENCIES = ['day', 'weekday', 'week', 'month'] as const;
const ATTACHMENTS: readonly SubscriptionAttachment[] = ['pdf', 'xlsx'];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];
const DAYS = Array.from({ length: 28 }, (_, index) => String(index + 1));

export interface SubscriptionFormProps {
  report: Report;
  known: ReportSubscriptions;
  /** What people without an account get, as the page shows it. */
  outside: OutsideDefaults;
  /** Null for a new one. */
  subscription: ReportSubscription | null;
  /** The report's title and the reader's account, for a new one. */
  title: string;
  account: string;
  isPending: boolean;
  error: string | null;
  onSave: (draft: SubscriptionDraft) => void;
  onCancel: () => void;
}

/** What is sent, when and to whom. */
export function SubscriptionForm(props: SubscriptionFormProps) {
  const { report, known, outside, subscription, isPending, error, onSave, onCancel } = props;
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() =>
    subscription ? draftOf(subscription, outside) : newDraft(props.title, props.account, outside),
  );
  const [submitted, setSubmitted] = useState(false);
  const addresses = (subscription?.outside?.addresses ?? []).map(({ address }) => address);
  const issues = issuesOf(draft, { domains: known.outside?.domains ?? [], known: addresses });
  const change = (more: Partial<SubscriptionDraft>) => setDraft({ ...draft, ...more });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (Object.values(issues).every((isIssue) => !isIssue)) onSave(draft);
  };
  return (
    <form noValidate className={panels.form} onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('report.mail.form.title')}
        maxLength={120}
        value={draft.title}
        error={submitted && issues.title ? t('report.mail.form.titleless') : null}
        onChange={({ currentTarget }) => change({ title: currentTarget.value })}
      />
      <TimeFields draft={draft} zone={known.zone} isWrong={submitted && issues.at} onChange={change} />
      {known.can.share && (
        <MultiSelect
          searchable
          label={t('report.mail.form.recipients')}
          description={t('report.mail.form.recipientsHelp')}
          data={recipientsOf(known, subscription)}
          value={draft.recipients}
          error={submitted && issues.recipients ? t('report.mail.form.unaddressed') : null}
          onChange={(recipients) => change({ recipients })}
        />
      )}
      {known.outside && (known.outside.domains.length > 0 || addresses.length > 0) && (
        <OutsideFields
          {...known.outside}
          report={report}
          draft={draft}
          known={addresses}
          onPage={outside.filters}
          issues={{ addresses: submitted && issues.addresses, filters: submitted && issues.filters }}
          onChange={change}
        />
      )}
      <Checkbox.Group
        label={t('report.mail.form.attach')}
        description={t('report.mail.form.attachHelp')}
        value={[...draft.attachments]}
        onChange={(chosen) => change({ attachments: ATTACHMENTS.filter((one) => chosen.includes(one)) })}
      >
        <div className={classes.attachments}>
          {ATTACHMENTS.map((one) => (
            <Checkbox key={one} value={one} label={t(`report.mail.attachments.${one}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Switch
        label={t('report.mail.form.onlyNew')}
        description={t('report.mail.form.onlyNewHelp')}
        checked={draft.onlyNew}
        onChange={({ currentTarget }) => change({ onlyNew: currentTarget.checked })}
      />
      <WebhookSelect
        webhooks={known.webhooks}
        help={t('webhooks.subscriptionHelp')}
        value={draft.webhook}
        onChange={(webhook) => change({ webhook })}
      />
      {subscription && (
        <Switch
          label={t('report.mail.form.fromPage')}
          description={t('report.mail.form.fromPageHelp')}
          checked={draft.fromPage}
          onChange={({ currentTarget }) => change({ fromPage: currentTarget.checked })}
        />
      )}
      {error !== null && (
        <p role="alert" className={panels.error}>
          {error}
        </p>
      )}
      <div className={`${panels.actions} ${panels.end}`}>
        <Button variant="subtle" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={isPending}>
          {t(subscription ? 'report.mail.form.save' : 'report.mail.form.create')}
        </Button>
      </div>
    </form>
  );
}

interface TimeFieldsProps {
  draft: SubscriptionDraft;
  zone: string;
  isWrong: boolean;
  onChange: (more: Partial<SubscriptionDraft>) => void;
}

function TimeFields({ draft, zone, isWrong, onChange }: TimeFieldsProps) {
  const { t, i18n } = useTranslation();
  const { every, weekday, day, at } = draft;
  return (
    <div className={panels.row}>
      <NativeSelect
        label={t('report.mail.form.every')}
        value={every}
        data={FREQUENCIES.map((value) => ({ value, label: t(`report.mail.every.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ every: currentTarget.value as SubscriptionDraft['every'] })}
      />
      {every === 'week' && (
        <NativeSelect
          label={t('report.mail.form.weekday')}
          value={String(weekday)}
          data={WEEKDAYS.map((value) => ({ value: String(value), label: weekdayName(value, i18n.language) }))}
          onChange={({ currentTarget }) => onChange({ weekday: Number(currentTarget.value) })}
        />
      )}
      {every === 'month' && (
        <NativeSelect
          label={t('report.mail.form.day')}
          value={day}
          data={[
            ...DAYS.map((value) => ({ value, label: value })),
            { value: 'last', label: t('report.mail.form.last') },
          ]}
          onChange={({ currentTarget }) => onChange({ day: currentTarget.value })}
        />
      )}
      <TextInput
        type="time"
        label={t('report.mail.form.at')}
        description={zone}
        value={at}
        error={isWrong ? t('report.mail.form.timeless') : null}
        onChange={({ currentTarget }) => onChange({ at: currentTarget.value })}
      />
    </div>
  );
}

/** The tenant's people, and recipients who have left. */
function recipientsOf({ people }: ReportSubscriptions, subscription: ReportSubscription | null) {
  const all = [...people, ...(subscription?.recipients ?? [])];
  const unique = all.filter((person, place) => all.findIndex(({ account }) => account === person.account) === place);
  return unique.map(({ account, name, email }) => ({
    value: account,
    label: name === '' ? email : `${name} (${email})`,
  }));
}
