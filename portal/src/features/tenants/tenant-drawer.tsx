import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { ManagedTenant } from '@rise/contract';
import { SQL_ACCESS, TENANT_JOB_DAYS, TENANT_USAGE_DAYS } from '@rise/contract/tenant-words';
import { DetailDrawer, DetailList, DetailSection, formatInteger, useConfirm } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatDay } from '../../dates/dates.ts';
import { formatMoment } from '../../dates/moments.ts';
import { useShownOnce } from '../../embedding/use-shown-once.ts';
import { formatBytes } from '../../figures/format-bytes.ts';
import { hasSameLimits, LimitFields } from './limit-fields.tsx';
import { TenantAdministrator } from './tenant-administrator.tsx';
import { TenantDefaults } from './tenant-defaults.tsx';
import { TenantDeletion } from './tenant-deletion.tsx';
import { TenantHealth } from './tenant-health.tsx';
import { TenantJobs } from './tenant-jobs.tsx';
import { TenantSupport } from './tenant-support.tsx';
import { TenantState } from './tenant-state.tsx';
import { useChangeTenant, useSuspendTenant } from './tenants.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './tenants.module.css';

interface TenantDrawerProps {
  tenant: ManagedTenant;
  canChange: boolean;
  /** Days between scheduling a deletion and the deletion. */
  deletionDays: number;
  onClose: () => void;
}

/** One tenant: its usage, and for those who may, its settings and whether people can sign in. */
export function TenantDrawer({ tenant, canChange, deletionDays, onClose }: TenantDrawerProps) {
  const { t } = useTranslation();
  const shownOnce = useShownOnce(onClose);
  return (
    <DetailDrawer opened size="wide" onClose={shownOnce.close} title={tenant.name} subtitle={tenant.slug}>
      <Usage tenant={tenant} />
      <DetailSection title={t('support.title')}>
        <TenantSupport tenant={tenant} />
      </DetailSection>
      {canChange && tenant.state === 'active' && !tenant.hasAdministrator && (
        <DetailSection title={t('tenantList.administrator.title')}>
          <TenantAdministrator id={tenant.id} shownOnce={shownOnce} />
        </DetailSection>
      )}
      {canChange && (
        <DetailSection title={t('tenantList.settings')}>
          <Settings tenant={tenant} />
        </DetailSection>
      )}
      <DetailSection title={t('tenantList.defaults.title')}>
        <TenantDefaults tenant={tenant} canChange={canChange} />
      </DetailSection>
      {canChange && (
        <>
          <DetailSection title={t('tenantList.access')}>
            <Access tenant={tenant} />
          </DetailSection>
          <DetailSection title={t('tenantList.deletion.title')}>
            <TenantDeletion tenant={tenant} days={deletionDays} />
          </DetailSection>
        </>
      )}
      <DetailSection title={t('tenantList.jobs.title', { count: TENANT_JOB_DAYS })}>
        <TenantJobs jobs={tenant.jobs} />
      </DetailSection>
    </DetailDrawer>
  );
}

const MB = 1024 * 1024;

function Usage({ tenant }: { tenant: ManagedTenant }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const { createdAt, suspendedAt, limits, users, data, storageBytes, queries } = tenant;
  const ofLimit = (used: string, most: number | null, format: (most: number) => string) =>
    most === null ? used : t('tenantList.ofLimit', { used, most: format(most) });
  const pair = (name: string, value: string | null) => (value === null ? [] : [{ name, value }]);
  return (
    <DetailList
      items={[
        {
          name: t('tenantList.columns.state'),
          value: <TenantState tenant={tenant} />,
        },
        ...pair(t('tenantList.suspendedAt'), suspendedAt && formatMoment(suspendedAt, language)),
        { name: t('tenantList.createdAt'), value: formatMoment(createdAt, language) },
        {
          name: t('tenantList.columns.users'),
          value: ofLimit(formatInteger(users, language), limits.users, (most) => formatInteger(most, language)),
        },
        { name: t('tenantList.columns.data'), value: data === null ? t('tenantList.noData') : String(data.version) },
        ...pair(t('tenantList.asOf'), data?.asOf ? formatDay(data.asOf, language) : null),
        ...pair(t('tenantList.loadedAt'), data && formatMoment(data.loadedAt, language)),
        {
          name: t('tenantList.columns.storage'),
          value: ofLimit(formatBytes(storageBytes, language), limits.storageMb, (most) =>
            formatBytes(most * MB, language),
          ),
        },
        {
          name: t('tenantList.columns.queries', { count: TENANT_USAGE_DAYS }),
          value: formatInteger(queries, language),
        },
        { name: t('tenantList.columns.health'), value: <TenantHealth tenant={tenant} /> },
      ]}
    />
  );
}

const FEATURES = ['chatbot', 'insights', 'chat'] as const;
const toChoice = (value: boolean | null) => (value === null ? 'default' : value ? 'on' : 'off');
const fromChoice = (choice: string) => (choice === 'default' ? null : choice === 'on');

function Settings({ tenant }: { tenant: ManagedTenant }) {
  const { t } = useTranslation();
  const change = useChangeTenant(tenant.id);
  const [name, setName] = useState(tenant.name);
  const [features, setFeatures] = useState(tenant.features);
  const [sqlAccess, setSqlAccess] = useState(tenant.sqlAccess);
  const [limits, setLimits] = useState(tenant.limits);
  const isNameless = name.trim() === '';
  const isChanged =
    name.trim() !== tenant.name ||
    sqlAccess !== tenant.sqlAccess ||
    FEATURES.some((feature) => features[feature] !== tenant.features[feature]) ||
    !hasSameLimits(limits, tenant.limits);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isNameless) change.mutate({ name: name.trim(), features, sqlAccess, limits });
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <TextInput
        label={t('tenantList.name')}
        maxLength={200}
        value={name}
        error={isNameless ? t('tenantList.nameless') : null}
        onChange={({ currentTarget }) => {
          setName(currentTarget.value);
          change.reset();
        }}
      />
      {FEATURES.map((feature) => (
        <NativeSelect
          key={feature}
          label={t(`tenantList.features.${feature}`)}
          description={t(`tenantList.featureHelp.${feature}`)}
          value={toChoice(features[feature])}
          data={(['default', 'on', 'off'] as const).map((value) => ({ value, label: t(`tenantList.choice.${value}`) }))}
          onChange={({ currentTarget }) => {
            setFeatures((before) => ({ ...before, [feature]: fromChoice(currentTarget.value) }));
            change.reset();
          }}
        />
      ))}
      <NativeSelect
        label={t('tenantList.sqlAccess.label')}
        description={t('tenantList.sqlAccess.help')}
        value={sqlAccess ?? ''}
        data={[
          { value: '', label: t('tenantList.sqlAccess.default') },
          ...SQL_ACCESS.map((value) => ({ value, label: t(`tenantList.sqlAccess.${value}`) })),
        ]}
        onChange={({ currentTarget }) => {
          setSqlAccess(SQL_ACCESS.find((value) => value === currentTarget.value) ?? null);
          change.reset();
        }}
      />
      <LimitFields
        limits={limits}
        onChange={(next) => {
          setLimits(next);
          change.reset();
        }}
      />
      {change.error && (
        <p role="alert" className={cards.error}>
          {errorText(change.error, t).message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isChanged} loading={change.isPending}>
          {t('tenantList.save')}
        </Button>
        <p role="status" className={classes.hint}>
          {change.isSuccess ? t('tenantList.saved') : isChanged ? '' : t('common.unchanged')}
        </p>
      </div>
    </form>
  );
}

function Access({ tenant: { id, name, state } }: { tenant: ManagedTenant }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const suspend = useSuspendTenant(id);
  const isActive = state === 'active';
  if (state === 'deleting') return <p className={classes.hint}>{t('tenantList.deletion.noRestore')}</p>;
  const toggle = async () => {
    if (!isActive) return suspend.mutate(false);
    // It ends sessions, which restoring does not bring back.
    const answer = await confirm({
      title: t('tenantList.suspendTitle', { name }),
      message: t('tenantList.suspendText'),
      actions: { confirm: { label: t('tenantList.suspend') }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') suspend.mutate(true);
  };
  return (
    <div className={classes.form}>
      <p className={classes.hint}>{t(isActive ? 'tenantList.suspendText' : 'tenantList.restoreText')}</p>
      {suspend.error && (
        <p role="alert" className={cards.error}>
          {errorText(suspend.error, t).message}
        </p>
      )}
      <div>
        <Button
          {...(isActive ? { variant: 'outline', color: 'negative' } : { variant: 'default' })}
          loading={suspend.isPending}
          onClick={() => void toggle()}
        >
          {t(isActive ? 'tenantList.suspend' : 'tenantList.restore')}
        </Button>
      </div>
    </div>
  );
}
