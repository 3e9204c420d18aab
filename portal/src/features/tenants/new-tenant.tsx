import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { Branding, Calendar, Language, ManagedTenant, PlanLimits, SupportAccess } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { SUPPORT_ACCESS } from '@rise/contract/support-words';
import { TENANT_SLUG } from '@rise/contract/tenant-words';
import { DetailDrawer, DetailSection, Notice } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LogoPicker } from '../../appearance/logo-picker.tsx';
import { TenantDefaultFields } from '../../appearance/tenant-default-fields.tsx';
import { errorText } from '../../client/error-text.ts';
import { DraftNotice } from '../../embedding/draft-notice.tsx';
import { SecretField } from '../../embedding/secret-field.tsx';
import { useShownOnce } from '../../embedding/use-shown-once.ts';
import { pictureData } from '../../pictures/picture-file.ts';
import { useFormDraft } from '../../session/use-form-draft.ts';
import { AdministratorFields, isAddress } from './administrator-fields.tsx';
import { LimitFields, NO_LIMITS } from './limit-fields.tsx';
import { slugOf } from './slug.ts';
import { TemplateFields, type TemplateProblem } from './template-fields.tsx';
import { TenantCalendarFields } from './tenant-calendar-fields.tsx';
import { firstTemplatesQuery, useCreateTenant } from './tenants.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './tenants.module.css';

interface NewTenantProps {
  onClose: () => void;
  onCreated: (tenant: ManagedTenant) => void;
}

/** Creates a tenant without data, and invites its first administrator. */
export function NewTenant({ onClose, onCreated }: NewTenantProps) {
  const { t } = useTranslation();
  const [link, setLink] = useState<{ tenant: ManagedTenant; email: string; address: string } | null>(null);
  const shownOnce = useShownOnce(() => (link ? onCreated(link.tenant) : onClose()));
  return (
    <DetailDrawer
      opened
      onClose={shownOnce.close}
      title={t(link ? 'tenantList.createdTitle' : 'tenantList.createTitle')}
    >
      {link ? (
        <div className={classes.form}>
          <div role="status">
            <Notice tone="warning">{t('tenantList.administrator.noMail', { email: link.email })}</Notice>
          </div>
          <SecretField
            focused
            label={t('tenantList.administrator.link')}
            value={link.address}
            onCopied={shownOnce.take}
          />
          <div>
            <Button onClick={shownOnce.close}>{t('tenantList.administrator.done')}</Button>
          </div>
        </div>
      ) : (
        <NewTenantForm
          onCreated={({ invitation, ...tenant }) => {
            if (!invitation?.link) return onCreated(tenant);
            setLink({ tenant, email: invitation.email, address: invitation.link });
            shownOnce.show();
          }}
        />
      )}
    </DetailDrawer>
  );
}

type Created = NonNullable<ReturnType<typeof useCreateTenant>['data']>;

const ownZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** What was refused that has a field here: a slug in use, templates of the same name, one that is not offered, a logo. */
function problemOf(error: unknown): 'slug' | 'logo' | TemplateProblem | null {
  if (!(error instanceof ApiError)) return null;
  const fields = new Set(error.details.map(({ field }) => field));
  if (fields.has('logo')) return 'logo';
  if (fields.has('templates')) return 'gone';
  if (error.code !== 'CONFLICT') return null;
  return fields.has('name') ? 'twins' : 'slug';
}

interface FormValues {
  name: string;
  /** Null: not edited by hand. */
  slug: string | null;
  email: string;
  language: Language;
  calendar: Calendar;
  currency: string | null;
  branding: NewBranding;
  supportAccess: SupportAccess;
  limits: PlanLimits;
  /** Ids of templates. */
  chosen: readonly string[];
}

const emptyForm = (language: string): FormValues => ({
  name: '',
  slug: null,
  email: '',
  language: language === 'tr' ? 'tr' : 'en',
  calendar: { timeZone: ownZone(), weekStart: 1, fiscalYearStart: 1 },
  currency: null,
  branding: { language: null, theme: null, logo: null },
  supportAccess: 'consent',
  limits: NO_LIMITS,
  chosen: [],
});

function NewTenantForm({ onCreated }: { onCreated: (created: Created) => void }) {
  const { t, i18n } = useTranslation();
  const create = useCreateTenant();
  const form = useFormDraft('tenant', () => emptyForm(i18n.language));
  const { name, email, language, calendar, currency, branding, supportAccess, limits, chosen } = form.values;
  const slug = form.values.slug ?? slugOf(name);
  const { data: offered = [] } = useQuery(firstTemplatesQuery);
  // One that is offered no more is not listed, and cannot be taken back.
  const templates = chosen.filter((id) => offered.some((template) => template.id === id));
  const [submitted, setSubmitted] = useState(false);
  const { logo, ...defaults } = branding;
  const content = { name: name.trim(), slug: slug.trim(), ...defaults, logo: logo?.data ?? null, supportAccess };
  const isSlug = TENANT_SLUG.test(content.slug);
  const isInvitable = email.trim() === '' || isAddress(email);
  const problem = problemOf(create.error);
  const created = (result: Created) => {
    form.forget();
    onCreated(result);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (content.name === '' || !isSlug || !isInvitable) return;
    const administrator = email.trim() === '' ? null : { email: email.trim(), language };
    create.mutate({ ...content, administrator, calendar, currency, limits, templates }, { onSuccess: created });
  };
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      {form.isRestored && <DraftNotice onDiscard={form.discard} />}
      <p className={classes.hint}>{t('tenantList.createHelp')}</p>
      <NameFields
        name={name}
        slug={slug}
        isSubmitted={submitted}
        isTaken={problem === 'slug'}
        onChange={(next) => {
          form.change(next);
          create.reset();
        }}
      />
      <AdministratorSection
        email={email}
        language={language}
        isWrong={submitted && !isInvitable}
        onEmail={(next) => form.change({ email: next })}
        onLanguage={(next) => form.change({ language: next })}
      />
      <DetailSection title={t('tenantList.templates.title')}>
        <TemplateFields
          chosen={templates}
          problem={problem === 'slug' || problem === 'logo' ? null : problem}
          onChange={(next) => {
            form.change({ chosen: next });
            create.reset();
          }}
        />
      </DetailSection>
      <DetailSection title={t('tenantList.calendar.title')}>
        <div className={classes.form}>
          <TenantCalendarFields
            calendar={calendar}
            currency={currency}
            onChange={({ currency: code = currency, ...part }) =>
              form.change({ calendar: { ...calendar, ...part }, currency: code })
            }
          />
        </div>
      </DetailSection>
      <BrandingFields
        tenant={content.name}
        value={branding}
        isRefused={problem === 'logo'}
        onChange={(next) => {
          form.change({ branding: next });
          create.reset();
        }}
      />
      <DetailSection title={t('tenantList.limits.title')}>
        <div className={classes.form}>
          <LimitFields limits={limits} onChange={(next) => form.change({ limits: next })} />
        </div>
      </DetailSection>
      <SupportField access={supportAccess} onChange={(next) => form.change({ supportAccess: next })} />
      {create.error && problem === null && (
        <p role="alert" className={cards.error}>
          {errorText(create.error, t).message}
        </p>
      )}
      <div>
        <Button type="submit" loading={create.isPending}>
          {t('tenantList.create')}
        </Button>
      </div>
    </form>
  );
}

type NewBranding = Pick<Branding, 'language' | 'theme'> & {
  /** A file that is stored with the tenant: in base64, and its address for this page. */
  logo: { data: string; address: string } | null;
};

interface BrandingFieldsProps {
  /** Name of the tenant. */
  tenant: string;
  value: NewBranding;
  /** The logo is no picture. */
  isRefused: boolean;
  onChange: (value: NewBranding) => void;
}

function BrandingFields({ tenant, value, isRefused, onChange }: BrandingFieldsProps) {
  const { t } = useTranslation();
  const read = async (file: File) => {
    const data = await pictureData(file);
    onChange({ ...value, logo: { data, address: `data:${file.type};base64,${data}` } });
  };
  return (
    <DetailSection title={t('branding.title')}>
      <div className={classes.form}>
        <LogoPicker
          logo={value.logo?.address ?? null}
          alt={t('branding.logo.alt', { tenant })}
          help={t('tenantList.logoHelp')}
          problem={isRefused ? t('branding.logo.refused') : null}
          onChoose={(file) => void read(file)}
          onRemove={(done) => {
            onChange({ ...value, logo: null });
            done();
          }}
        />
        <TenantDefaultFields value={value} onChange={(change) => onChange({ ...value, ...change })} />
      </div>
    </DetailSection>
  );
}

interface AdministratorSectionProps {
  email: string;
  language: Language;
  isWrong: boolean;
  onEmail: (email: string) => void;
  onLanguage: (language: Language) => void;
}

function AdministratorSection({ email, language, isWrong, onEmail, onLanguage }: AdministratorSectionProps) {
  const { t } = useTranslation();
  return (
    <DetailSection title={t('tenantList.administrator.title')}>
      <div className={classes.form}>
        <AdministratorFields
          email={email}
          language={language}
          isWrong={isWrong}
          help={t('tenantList.administrator.help')}
          onChange={(next) => {
            if (next.email !== undefined) onEmail(next.email);
            if (next.language !== undefined) onLanguage(next.language);
          }}
        />
      </div>
    </DetailSection>
  );
}

interface NameFieldsProps {
  name: string;
  slug: string;
  isSubmitted: boolean;
  isTaken: boolean;
  onChange: (next: { name?: string; slug?: string }) => void;
}

function NameFields({ name, slug, isSubmitted, isTaken, onChange }: NameFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        data-autofocus
        label={t('tenantList.name')}
        maxLength={200}
        value={name}
        error={isSubmitted && name.trim() === '' ? t('tenantList.nameless') : null}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
      />
      <TextInput
        label={t('tenantList.slug')}
        description={t('tenantList.slugHelp')}
        maxLength={63}
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        error={
          isSubmitted && !TENANT_SLUG.test(slug.trim())
            ? t('tenantList.slugWrong')
            : isTaken
              ? t('tenantList.slugTaken')
              : null
        }
        onChange={({ currentTarget }) => onChange({ slug: currentTarget.value })}
      />
    </>
  );
}

function SupportField({ access, onChange }: { access: SupportAccess; onChange: (access: SupportAccess) => void }) {
  const { t } = useTranslation();
  return (
    <DetailSection title={t('organization.support.title')}>
      <NativeSelect
        label={t('organization.support.access')}
        description={t('support.createHelp')}
        value={access}
        data={SUPPORT_ACCESS.map((value) => ({ value, label: t(`organization.support.accesses.${value}.name`) }))}
        onChange={({ currentTarget }) =>
          onChange(SUPPORT_ACCESS.find((value) => value === currentTarget.value) ?? 'consent')
        }
      />
    </DetailSection>
  );
}
