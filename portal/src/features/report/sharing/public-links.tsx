import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import type { Report, ReportLink, ReportSharing, SignedFilters } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { Notice } from '@rise/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { formatDay } from '../../../dates/dates.ts';
import { formatMoment } from '../../../dates/moments.ts';
import { SecretField } from '../../../embedding/secret-field.tsx';
import { useFocusRef } from '../../../embedding/use-focus-ref.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { AppLink } from '../../../routing/link.tsx';
import { dimensionNamed } from '../fields.ts';
import { useFilterWords } from '../use-filter-words.ts';
import { useCreateLink, useRevokeLink } from './sharing.queries.ts';
import classes from './sharing.module.css';

const DAYS = { week: 7, month: 30, quarter: 90, year: 365 } as const;
const PERIODS = ['week', 'month', 'quarter', 'year'] as const;

interface PublicLinksProps {
  report: Report;
  sharing: ReportSharing;
  /** The selections on the page that can limit every tile. */
  filters: SignedFilters;
  /** Fields of the others. */
  others: readonly string[];
}

/** Public links to the report, and a new one where the tenant allows them. */
export function PublicLinks({ report, sharing, filters, others }: PublicLinksProps) {
  const { t } = useTranslation();
  const { publicLinks, links, can } = sharing;
  return (
    <>
      {publicLinks ? (
        <LinkForm report={report} filters={filters} others={others} />
      ) : (
        <p className={classes.text}>
          {t('report.sharing.linksOff')}{' '}
          {can.administer ? (
            <AppLink href="/embedding">{t('report.sharing.settings')}</AppLink>
          ) : (
            t('report.sharing.askAdministrator')
          )}
        </p>
      )}
      {(publicLinks || links.length > 0) && (
        <>
          <h3 className={classes.heading}>{t('report.sharing.active')}</h3>
          {links.length === 0 ? (
            <p className={classes.text}>{t('report.sharing.none')}</p>
          ) : (
            <ul className={classes.list}>
              {links.map((link) => (
                <LinkItem key={link.id} report={report} link={link} />
              ))}
            </ul>
          )}
        </>
      )}
    </>
  );
}

function LinkForm({ report, filters, others }: Omit<PublicLinksProps, 'sharing'>) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const words = useFilterWords(report);
  const create = useCreateLink(report.id);
  const [name, setName] = useState('');
  const [period, setPeriod] = useState<(typeof PERIODS)[number]>('month');
  const [isLimited, setIsLimited] = useState(true);
  const [submitted, setSubmitted] = useState(false);
  const [isAgain, setIsAgain] = useState(false);
  const focus = useFocusRef(isAgain);
  const hasFilters = Object.keys(filters).length > 0;
  const isNameless = name.trim() === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (!isNameless)
      create.mutate({ name: name.trim(), days: DAYS[period], filters: hasFilters && isLimited ? filters : {} });
  };
  const done = () => {
    create.reset();
    setName('');
    setSubmitted(false);
    setIsAgain(true);
  };
  if (create.data) {
    const { link, path } = create.data;
    return (
      <div className={classes.form}>
        <Notice tone="warning">{t('report.sharing.created', { name: link.name })}</Notice>
        <SecretField focused label={t('report.sharing.address')} value={new URL(path, window.location.href).href} />
        <div>
          <Button onClick={done}>{t('embedding.done')}</Button>
        </div>
      </div>
    );
  }
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <p className={classes.text}>{t('report.sharing.linkWarning')}</p>
      <TextInput
        ref={focus}
        label={t('report.sharing.name')}
        description={t('report.sharing.nameHelp')}
        maxLength={120}
        value={name}
        error={submitted && isNameless ? t('report.sharing.nameless') : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <NativeSelect
        label={t('report.sharing.days')}
        value={period}
        data={PERIODS.map((value) => ({ value, label: t(`report.sharing.daysOf.${value}`) }))}
        onChange={({ currentTarget }) => setPeriod(currentTarget.value as (typeof PERIODS)[number])}
      />
      {hasFilters && (
        <Switch
          label={t('report.sharing.onlySelected')}
          description={words(filters)}
          checked={isLimited}
          onChange={({ currentTarget }) => setIsLimited(currentTarget.checked)}
        />
      )}
      {others.length > 0 && (
        <p className={classes.text}>
          {t('report.sharing.notLimited', {
            fields: others.map((field) => localize(dimensionNamed(report, field)?.title ?? { en: field })).join(', '),
          })}
        </p>
      )}
      {create.error && (
        <p role="alert" className={classes.error}>
          {create.error instanceof ApiError && create.error.code === 'CONFLICT'
            ? t('report.sharing.conflict')
            : errorText(create.error, t).message}
        </p>
      )}
      <div>
        <Button type="submit" loading={create.isPending}>
          {t('report.sharing.create')}
        </Button>
      </div>
    </form>
  );
}

function LinkItem({ report, link }: { report: Report; link: ReportLink }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const words = useFilterWords(report);
  const revoke = useRevokeLink(report.id);
  const { id, name, filters, expiresAt, createdBy, createdAt, lastUsedAt } = link;
  const day = formatDay(createdAt.slice(0, 10), language);
  const facts = [
    ...(Object.keys(filters).length > 0 ? [t('report.sharing.rows', { filters: words(filters) })] : []),
    t('report.sharing.until', { day: formatDay(expiresAt.slice(0, 10), language) }),
    lastUsedAt === null ? t('embedding.unused') : t('embedding.used', { moment: formatMoment(lastUsedAt, language) }),
    createdBy === null ? t('embedding.on', { day }) : t('embedding.by', { person: createdBy, day }),
  ];
  return (
    <li className={classes.item} aria-label={name}>
      <div>
        <p className={classes.name}>{name}</p>
        <p className={classes.text}>{facts.join(' · ')}</p>
        {revoke.error && (
          <p role="alert" className={classes.error}>
            {errorText(revoke.error, t).message}
          </p>
        )}
      </div>
      <Button
        size="compact-sm"
        variant="subtle"
        color="negative"
        loading={revoke.isPending}
        aria-label={t('embedding.revokeNamed', { name })}
        onClick={() => revoke.mutate(id)}
      >
        {t('embedding.revoke')}
      </Button>
    </li>
  );
}
