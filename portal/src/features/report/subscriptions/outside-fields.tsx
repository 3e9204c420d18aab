import { Button, NativeSelect, Textarea } from '@mantine/core';
import type { Language, Report, SignedFilters } from '@rise/contract';
import { LANGUAGES } from '@rise/shell/language';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { dimensionNamed } from '../fields.ts';
import { useFilterWords } from '../use-filter-words.ts';
import { addressesIn, refusedAddresses, type SubscriptionDraft } from './subscription-draft.rules.ts';
import panels from '../panels.module.css';
import classes from './subscriptions.module.css';

const NAMES: Record<Language, string> = { en: 'English', tr: 'Türkçe' };

export interface OutsideFieldsProps {
  report: Report;
  draft: Pick<SubscriptionDraft, 'addresses' | 'filters' | 'language'>;
  /** Domains that the tenant allows. */
  domains: readonly string[];
  /** Dimensions by which all rows of the report can be limited. */
  fields: readonly string[];
  /** Recipients already. */
  known: readonly string[];
  /** The selections on the page that limit all rows. */
  onPage: SignedFilters;
  issues: { addresses: boolean; filters: boolean };
  onChange: (more: Partial<SubscriptionDraft>) => void;
}

/** People without an account: their addresses, which rows they see, and in which language. */
export function OutsideFields(props: OutsideFieldsProps) {
  const { report, draft, domains, known, issues, onChange } = props;
  const { t } = useTranslation();
  const refused = refusedAddresses(draft.addresses, domains, known);
  const help = domains.length > 0 ? t('report.mail.outside.help', { domains: domains.join(', ') }) : t('report.mail.outside.noDomain'); // prettier-ignore
  return (
    <>
      <Textarea
        rows={3}
        label={t('report.mail.outside.addresses')}
        description={help}
        value={draft.addresses}
        error={issues.addresses ? t('report.mail.outside.refused', { addresses: refused.join(', ') }) : null}
        onChange={({ currentTarget }) => onChange({ addresses: currentTarget.value })}
      />
      {addressesIn(draft.addresses).length > 0 && (
        <>
          <Rows {...props} report={report} />
          <NativeSelect
            label={t('report.mail.outside.language')}
            value={draft.language}
            data={LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
            onChange={({ currentTarget }) => onChange({ language: currentTarget.value as Language })}
          />
        </>
      )}
    </>
  );
}

function Rows({ report, draft: { filters }, fields, onPage, issues, onChange }: OutsideFieldsProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const words = useFilterWords(report);
  const isChosen = Object.keys(filters).length > 0;
  const offered = words(onPage);
  const names = fields
    .filter((field) => report.document.filters.includes(field))
    .map((field) => localize(dimensionNamed(report, field)?.title ?? { en: field }));
  return (
    <div>
      {isChosen && <p className={classes.rows}>{t('report.mail.outside.sees', { filters: words(filters) })}</p>}
      <p className={panels.text}>{t('report.mail.outside.seesHelp')}</p>
      {offered !== '' && offered !== words(filters) && (
        <Button size="compact-sm" variant="light" onClick={() => onChange({ filters: onPage })}>
          {t('report.mail.outside.useSelections', { filters: offered })}
        </Button>
      )}
      {!isChosen && offered === '' && (
        <p role={issues.filters ? 'alert' : undefined} className={issues.filters ? panels.error : panels.text}>
          {names.length > 0
            ? t('report.mail.outside.unlimited', { fields: names.join(', ') })
            : t('report.mail.outside.cannotLimit')}
        </p>
      )}
    </div>
  );
}
