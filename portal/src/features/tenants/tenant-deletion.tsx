import { Button, TextInput } from '@mantine/core';
import type { ManagedTenant } from '@rise/contract';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useCallOffDeletion, useScheduleDeletion } from './tenants.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './tenants.module.css';

interface TenantDeletionProps {
  tenant: ManagedTenant;
  /** Days between scheduling a deletion and the deletion. */
  days: number;
}

/** Schedules the deletion of a tenant, or calls it off. */
export function TenantDeletion({ tenant, days }: TenantDeletionProps) {
  const { t } = useTranslation();
  if (tenant.state === 'active') return <p className={classes.hint}>{t('tenantList.deletion.suspendFirst')}</p>;
  return tenant.deletion === null ? (
    <Schedule tenant={tenant} days={days} />
  ) : (
    <Scheduled id={tenant.id} deletion={tenant.deletion} />
  );
}

function Schedule({ tenant: { id, name }, days }: TenantDeletionProps) {
  const { t } = useTranslation();
  const schedule = useScheduleDeletion(id);
  const [typed, setTyped] = useState('');
  const [submitted, setSubmitted] = useState(false);
  // Typing the name is the confirmation: another dialog would only be clicked away.
  const isName = typed.trim() === name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isName) schedule.mutate(typed);
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <p className={classes.hint}>{t('tenantList.deletion.text', { count: days })}</p>
      <TextInput
        label={t('tenantList.deletion.name', { name })}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        error={submitted && !isName ? t('tenantList.deletion.wrongName') : null}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setSubmitted(false);
          schedule.reset();
        }}
      />
      {schedule.error && (
        <p role="alert" className={cards.error}>
          {errorText(schedule.error, t).message}
        </p>
      )}
      <div>
        <Button type="submit" color="negative" loading={schedule.isPending}>
          {t('tenantList.deletion.schedule')}
        </Button>
      </div>
    </form>
  );
}

function Scheduled({ id, deletion }: { id: string; deletion: NonNullable<ManagedTenant['deletion']> }) {
  const { t, i18n } = useTranslation();
  const callOff = useCallOffDeletion(id);
  const { dueAt, requestedBy, isRunning } = deletion;
  const moment = formatMoment(dueAt, i18n.language);
  return (
    <div className={classes.form}>
      <p role="status" className={classes.hint}>
        {isRunning
          ? t('tenantList.deletion.running')
          : requestedBy === null
            ? t('tenantList.deletion.scheduled', { moment })
            : t('tenantList.deletion.scheduledBy', { moment, by: requestedBy })}
      </p>
      {callOff.error && (
        <p role="alert" className={cards.error}>
          {errorText(callOff.error, t).message}
        </p>
      )}
      {!isRunning && (
        <div>
          <Button variant="default" loading={callOff.isPending} onClick={() => callOff.mutate()}>
            {t('tenantList.deletion.callOff')}
          </Button>
        </div>
      )}
    </div>
  );
}
