import { NativeSelect, NumberInput } from '@mantine/core';
import type { WatchedFigure } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { numberFieldProps } from '../../../figures/entered-value.ts';
import type { AlertDraft, FieldNumber, issuesOf } from './alert-draft.rules.ts';
import panels from '../panels.module.css';
import classes from './alerts.module.css';

interface ConditionFieldsProps {
  draft: AlertDraft;
  format: WatchedFigure['format'];
  currency: string;
  /** False: there is nothing to compare but versions of the data. */
  hasPeriods: boolean;
  /** Null before the form was submitted. */
  issues: ReturnType<typeof issuesOf> | null;
  onChange: (more: Partial<AlertDraft>) => void;
}

const KINDS = ['threshold', 'change', 'anomaly'] as const;

/** When the alert fires. */
export function ConditionFields(props: ConditionFieldsProps) {
  const { draft, hasPeriods, onChange } = props;
  const { t } = useTranslation();
  const kinds = KINDS.filter((kind) => hasPeriods || kind !== 'anomaly' || draft.kind === kind);
  return (
    <>
      <NativeSelect
        data-autofocus
        label={t('report.alerts.form.kind')}
        value={draft.kind}
        data={kinds.map((value) => ({ value, label: t(`report.alerts.form.kinds.${value}`) }))}
        onChange={({ currentTarget }) => {
          const kind = currentTarget.value as AlertDraft['kind'];
          onChange({ kind, ...(kind === 'change' && !hasPeriods && { against: 'version' }) });
        }}
      />
      {draft.kind === 'threshold' && <ThresholdFields {...props} />}
      {draft.kind === 'change' && <ChangeFields {...props} />}
      {draft.kind === 'anomaly' && (
        <NativeSelect
          label={t('report.alerts.form.sensitivity')}
          description={t('report.alerts.form.anomalyHelp')}
          value={draft.sensitivity}
          data={(['low', 'medium', 'high'] as const).map((value) => ({
            value,
            label: t(`report.alerts.form.${value}`),
          }))}
          onChange={({ currentTarget }) => onChange({ sensitivity: currentTarget.value as AlertDraft['sensitivity'] })}
        />
      )}
    </>
  );
}

function ThresholdFields({ draft, format, currency, issues, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation();
  const { when, limit, clear } = draft;
  const suffix =
    format.unit === 'percent' ? '%' : format.unit === 'currency' ? (format.currency ?? currency) : undefined;
  return (
    <>
      <div className={`${panels.row} ${classes.fields}`}>
        <NativeSelect
          label={t('report.alerts.form.when')}
          value={when}
          data={(['above', 'below'] as const).map((value) => ({ value, label: t(`report.alerts.form.${value}`) }))}
          onChange={({ currentTarget }) => onChange({ when: currentTarget.value as AlertDraft['when'] })}
        />
        <NumberField
          label={t('report.alerts.form.value')}
          suffix={suffix}
          value={limit}
          error={issues?.limit ? t('report.alerts.form.valueless') : null}
          onChange={(value) => onChange({ limit: value })}
        />
      </div>
      <NumberField
        label={t('report.alerts.form.clear')}
        description={t('report.alerts.form.clearHelp')}
        suffix={suffix}
        value={clear}
        error={
          issues?.clear ? t(when === 'above' ? 'report.alerts.form.clearAbove' : 'report.alerts.form.clearBelow') : null
        }
        onChange={(value) => onChange({ clear: value })}
      />
    </>
  );
}

function ChangeFields({ draft, format, hasPeriods, issues, onChange }: ConditionFieldsProps) {
  const { t } = useTranslation();
  const { moves, by, unit, against } = draft;
  const ofValue = format.unit === 'percent' ? 'points' : 'amount';
  return (
    <>
      <div className={`${panels.row} ${classes.fields}`}>
        <NativeSelect
          label={t('report.alerts.form.moves')}
          value={moves}
          data={(['rises', 'falls', 'either'] as const).map((value) => ({
            value,
            label: t(`report.alerts.form.${value}`),
          }))}
          onChange={({ currentTarget }) => onChange({ moves: currentTarget.value as AlertDraft['moves'] })}
        />
        <NumberField
          label={t('report.alerts.form.by')}
          value={by}
          error={issues?.by ? t('report.alerts.form.byless') : null}
          onChange={(value) => onChange({ by: value })}
        />
        <NativeSelect
          label={t('report.alerts.form.unit')}
          value={unit}
          data={[
            { value: 'percent', label: t('report.alerts.form.percent') },
            { value: 'value', label: t(`report.alerts.form.${ofValue}`) },
          ]}
          onChange={({ currentTarget }) => onChange({ unit: currentTarget.value as AlertDraft['unit'] })}
        />
      </div>
      <NativeSelect
        label={t('report.alerts.form.against')}
        description={against === 'version' ? t('report.alerts.form.versionHelp') : undefined}
        value={against}
        data={(['period', 'version'] as const)
          .filter((value) => hasPeriods || value === 'version')
          .map((value) => ({ value, label: t(`report.alerts.form.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ against: currentTarget.value as AlertDraft['against'] })}
      />
    </>
  );
}

interface NumberFieldProps {
  label: string;
  description?: string;
  suffix?: string | undefined;
  value: FieldNumber;
  error: string | null;
  onChange: (value: FieldNumber) => void;
}

/** A number as the reader's language writes it. */
function NumberField({ value, suffix, onChange, ...field }: NumberFieldProps) {
  const { i18n } = useTranslation();
  return (
    <NumberInput
      {...field}
      hideControls
      inputMode="decimal"
      {...numberFieldProps(i18n.language, undefined)}
      {...(suffix === '%' && i18n.language === 'tr'
        ? { prefix: '%' }
        : suffix !== undefined && { suffix: ` ${suffix}` })}
      value={value}
      onChange={(next) =>
        onChange(typeof next === 'number' ? next : next === '' || Number.isNaN(Number(next)) ? '' : Number(next))
      }
    />
  );
}
