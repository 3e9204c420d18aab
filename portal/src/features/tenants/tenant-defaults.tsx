import { Button } from '@mantine/core';
import type { ManagedDefaults, ManagedTenant } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { LANGUAGE_NAMES } from '@rise/shell/language';
import { DetailList, ErrorState, ListSkeleton } from '@rise/ui';
import { useDisplayNames } from '@rise/ui/settings';
import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoPlate } from '../../appearance/logo-picker.tsx';
import { LogoSetting } from '../../appearance/logo-setting.tsx';
import { TenantDefaultFields } from '../../appearance/tenant-default-fields.tsx';
import { errorText } from '../../client/error-text.ts';
import { currencyName, monthName, weekdayName } from '../../dates/calendar-words.ts';
import { DraftNotice } from '../../embedding/draft-notice.tsx';
import { DoneLine, useDone } from '../../page-frame/done-line.tsx';
import { useFormDraft } from '../../session/use-form-draft.ts';
import { TenantCalendarFields } from './tenant-calendar-fields.tsx';
import { changeOf, editsOf, valuesOf, withoutStored, type DefaultEdits } from './tenant-defaults.edits.ts';
import {
  tenantDefaultsQuery,
  useChangeDefaults,
  useRemoveTenantLogo,
  useSetTenantLogo,
} from './tenant-defaults.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './tenants.module.css';

interface TenantDefaultsProps {
  tenant: ManagedTenant;
  canChange: boolean;
}

/** A tenant's branding, calendar and currency, which its own administrators set, too. */
export function TenantDefaults({ tenant, canChange }: TenantDefaultsProps) {
  const { t } = useTranslation();
  const found = useQuery(tenantDefaultsQuery(tenant.id));
  return (
    <>
      <p className={classes.lead}>{t(canChange ? 'tenantList.defaults.help' : 'tenantList.defaults.helpReadOnly')}</p>
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <ListSkeleton rows={4} />
      ) : canChange ? (
        <div className={classes.form}>
          <TenantLogo tenant={tenant} logo={found.data.logo} />
          <DefaultsForm id={tenant.id} saved={found.data} />
        </div>
      ) : (
        <DefaultsList tenant={tenant} defaults={found.data} />
      )}
    </>
  );
}

function DefaultsList({ tenant, defaults }: { tenant: ManagedTenant; defaults: ManagedDefaults }) {
  const { t, i18n } = useTranslation();
  const { nameTheme } = useDisplayNames();
  const { language, theme, logo, calendar, currency } = defaults;
  return (
    <DetailList
      items={[
        {
          name: t('branding.logo.title'),
          value:
            logo === null ? (
              t('tenantList.defaults.noLogo')
            ) : (
              <LogoPlate logo={logo} alt={t('branding.logo.alt', { tenant: tenant.name })} />
            ),
        },
        {
          name: t('branding.language'),
          value: language === null ? t('branding.noLanguage') : LANGUAGE_NAMES[language],
        },
        { name: t('branding.theme'), value: theme === null ? t('branding.noTheme') : nameTheme(theme) },
        { name: t('tenantList.calendar.timeZone'), value: calendar.timeZone.replaceAll('_', ' ') },
        { name: t('tenantList.calendar.weekStart'), value: weekdayName(calendar.weekStart, i18n.language) },
        { name: t('tenantList.calendar.fiscalYearStart'), value: monthName(calendar.fiscalYearStart, i18n.language) },
        {
          name: t('tenantList.calendar.currency'),
          value: currency === null ? t('tenantList.calendar.ofModel') : currencyName(currency, i18n.language),
        },
      ]}
    />
  );
}

/** Fields of the form that the server refused by name. */
const refusedOf = (error: unknown): ReadonlySet<string> =>
  new Set(error instanceof ApiError ? error.details.map(({ field }) => field) : []);

/** What was edited and not saved is kept where the drawer is closed; only that is sent. */
function DefaultsForm({ id, saved }: { id: string; saved: ManagedDefaults }) {
  const { t } = useTranslation();
  const save = useChangeDefaults(id);
  const form = useFormDraft<DefaultEdits>(`tenant-defaults ${id}`, () => ({}));
  const edits = editsOf(form.values, saved);
  const isChanged = Object.keys(edits).length > 0;
  const { currency, language, theme, ...calendar } = { ...valuesOf(saved), ...edits };
  const refused = refusedOf(save.error);
  const problemOf = (field: string) => (refused.has(field) ? t('tenantList.defaults.refused') : null);
  const problems = { timeZone: problemOf('calendar.timeZone'), currency: problemOf('currency') };
  const edit = (next: DefaultEdits) => {
    form.change(withoutStored(next, saved));
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate(changeOf(edits), { onSuccess: () => form.discard() });
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      {form.isRestored && isChanged && <DraftNotice onDiscard={form.discard} />}
      {/* What is edited while it is saved would be discarded with what is saved. */}
      <fieldset disabled={save.isPending} className={classes.fields} aria-label={t('tenantList.defaults.title')}>
        <TenantDefaultFields value={{ language, theme }} onChange={edit} />
        <TenantCalendarFields calendar={calendar} currency={currency} problems={problems} onChange={edit} />
      </fieldset>
      {save.error && problems.timeZone === null && problems.currency === null && (
        <p role="alert" className={cards.error}>
          {errorText(save.error, t).message}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" disabled={!isChanged} loading={save.isPending}>
          {t('tenantList.defaults.save')}
        </Button>
        <p role="status" className={classes.hint}>
          {save.isSuccess ? t('tenantList.saved') : isChanged ? '' : t('common.unchanged')}
        </p>
      </div>
    </form>
  );
}

/** Stored at once, unlike the fields below. */
function TenantLogo({ tenant, logo }: { tenant: ManagedTenant; logo: string | null }) {
  const { t } = useTranslation();
  const { done, onDone, clear } = useDone();
  const upload = useSetTenantLogo(tenant.id);
  const remove = useRemoveTenantLogo(tenant.id);
  return (
    <div>
      <LogoSetting
        logo={logo}
        tenant={tenant.name}
        help={t('tenantList.defaults.logoHelp')}
        upload={upload}
        remove={remove}
        onDone={(text, restore) => {
          if (text === null) clear();
          else onDone(t(text), restore && { run: restore, done: t('branding.logo.restored') });
        }}
      />
      <DoneLine className={classes.done} done={done} onDone={onDone} />
    </div>
  );
}
