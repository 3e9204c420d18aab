import { Button, NativeSelect, Textarea } from '@mantine/core';
import type { ManagedTenant, OwnSupportVisit } from '@rise/contract';
import { LONGEST_SUPPORT_REASON, SUPPORT_MINUTES } from '@rise/contract/support-words';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useEnterTenant } from '../../routing/enter-tenant.ts';
import { visitTime } from '../../session/visit-time.ts';
import { ownVisitsQuery, useEnterForSupport, useRequestVisit, useWithdrawVisit } from './tenant-support.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './tenants.module.css';

const LEAST_REASON = 10;
const OPEN: ReadonlySet<string> = new Set(['requested', 'allowed', 'active']);

/** Asks to enter a tenant for support, and enters once it is allowed. */
export function TenantSupport({ tenant }: { tenant: ManagedTenant }) {
  const { t } = useTranslation();
  const found = useQuery(ownVisitsQuery);
  if (tenant.state !== 'active') return <p className={classes.hint}>{t('support.suspended')}</p>;
  if (found.isError)
    return (
      <p role="alert" className={cards.error}>
        {errorText(found.error, t).message}
      </p>
    );
  if (found.isPending) return <p className={classes.hint}>{t('support.loading')}</p>;
  const own = found.data.visits.find((visit) => visit.tenant.id === tenant.id);
  return (
    <div className={classes.form}>
      {own && OPEN.has(own.state) ? (
        <OpenVisit visit={own} />
      ) : (
        <>
          {own && (own.state === 'declined' || own.state === 'expired') && (
            <p role="status" className={classes.hint}>
              {t(`support.last.${own.state}`)}
            </p>
          )}
          <p className={classes.hint}>{t(`support.access.${tenant.supportAccess}`)}</p>
          {tenant.supportAccess !== 'never' && <RequestForm tenant={tenant} />}
        </>
      )}
    </div>
  );
}

function OpenVisit({ visit: { id, tenant, state, reason, minutes, endsAt } }: { visit: OwnSupportVisit }) {
  const { t, i18n } = useTranslation();
  const enter = useEnterForSupport();
  const withdraw = useWithdrawVisit();
  const open = useEnterTenant();
  const error = enter.error ?? withdraw.error;
  const moment = endsAt && formatMoment(endsAt, i18n.language);
  return (
    <>
      <p role="status" className={classes.hint}>
        {state === 'active'
          ? t('support.open.active', { moment })
          : t(`support.open.${state as 'requested' | 'allowed'}`, { time: visitTime(minutes, t) })}
      </p>
      <p className={classes.hint}>{t('support.reasonIs', { reason })}</p>
      {error && (
        <p role="alert" className={cards.error}>
          {errorText(error, t).message}
        </p>
      )}
      <div className={classes.buttons}>
        {state === 'allowed' && (
          <Button loading={enter.isPending} onClick={() => enter.mutate(() => open(tenant.id))}>
            {t('support.enter', { tenant: tenant.name })}
          </Button>
        )}
        <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate(id)}>
          {t(state === 'active' ? 'support.leave' : 'support.withdraw')}
        </Button>
      </div>
    </>
  );
}

function RequestForm({ tenant }: { tenant: ManagedTenant }) {
  const { t } = useTranslation();
  const request = useRequestVisit(tenant.id);
  const [reason, setReason] = useState('');
  const [minutes, setMinutes] = useState<(typeof SUPPORT_MINUTES)[number]>(60);
  const [submitted, setSubmitted] = useState(false);
  const isTooShort = reason.trim().length < LEAST_REASON;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isTooShort) request.mutate({ reason: reason.trim(), minutes });
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <Textarea
        label={t('support.reason')}
        description={t('support.reasonHelp')}
        rows={3}
        maxLength={LONGEST_SUPPORT_REASON}
        value={reason}
        error={submitted && isTooShort ? t('support.reasonShort') : null}
        onChange={({ currentTarget }) => {
          setReason(currentTarget.value);
          request.reset();
        }}
      />
      <NativeSelect
        label={t('support.minutes')}
        value={minutes}
        data={SUPPORT_MINUTES.map((value) => ({
          value: String(value),
          label: visitTime(value, t),
        }))}
        onChange={({ currentTarget }) =>
          setMinutes(SUPPORT_MINUTES.find((value) => String(value) === currentTarget.value) ?? 60)
        }
      />
      {request.error && (
        <p role="alert" className={cards.error}>
          {errorText(request.error, t).message}
        </p>
      )}
      <div>
        <Button type="submit" variant="default" loading={request.isPending}>
          {t(tenant.supportAccess === 'always' ? 'support.prepare' : 'support.ask')}
        </Button>
      </div>
    </form>
  );
}
