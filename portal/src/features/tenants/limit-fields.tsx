import { NumberInput } from '@mantine/core';
import type { PlanLimits } from '@rise/contract';
import { useTranslation } from 'react-i18next';

interface LimitFieldsProps {
  limits: PlanLimits;
  onChange: (limits: PlanLimits) => void;
}

const FIELDS = [
  { name: 'users', max: 1_000_000 },
  { name: 'storageMb', max: 2_000_000_000 },
  { name: 'queryPercent', max: 100 },
  { name: 'assistantTokens', max: 2_000_000_000 },
  { name: 'assistantCost', max: 1_000_000 },
] as const;

export const NO_LIMITS: PlanLimits = {
  users: null,
  storageMb: null,
  queryPercent: null,
  assistantTokens: null,
  assistantCost: null,
};

export const hasSameLimits = (a: PlanLimits, b: PlanLimits): boolean => FIELDS.every(({ name }) => a[name] === b[name]);

/** What a tenant's plan includes; an empty field is no limit. */
export function LimitFields({ limits, onChange }: LimitFieldsProps) {
  const { t } = useTranslation();
  return FIELDS.map(({ name, max }) => (
    <NumberInput
      key={name}
      label={t(`tenantList.limits.${name}`)}
      description={t(`tenantList.limitHelp.${name}`)}
      placeholder={t('tenantList.noLimit')}
      min={1}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      value={limits[name] ?? ''}
      onChange={(value) => onChange({ ...limits, [name]: typeof value === 'number' && value > 0 ? value : null })}
    />
  ));
}
