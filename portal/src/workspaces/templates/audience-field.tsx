import { Checkbox, Radio } from '@mantine/core';
import type { NamedTenant } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import classes from './templates.module.css';

interface AudienceFieldProps {
  /** Defaults to that of templates. */
  label?: string;
  tenants: readonly NamedTenant[];
  /** Null: all tenants. */
  value: readonly string[] | null;
  error: string | null;
  onChange: (value: string[] | null) => void;
}

/** Which tenants may add a template, or see an announcement. */
export function AudienceField({ label, tenants, value, error, onChange }: AudienceFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.audience}>
      <Radio.Group
        label={label ?? t('templates.audience.label')}
        value={value === null ? 'all' : 'chosen'}
        onChange={(chosen) => onChange(chosen === 'all' ? null : [])}
      >
        <div className={classes.choices}>
          <Radio size="sm" value="all" label={t('templates.audience.all')} />
          <Radio size="sm" value="chosen" label={t('templates.audience.chosen')} />
        </div>
      </Radio.Group>
      {value !== null && (
        <Checkbox.Group
          aria-label={t('templates.audience.tenants')}
          value={[...value]}
          onChange={onChange}
          error={error}
        >
          <div className={classes.tenants}>
            {tenants.map(({ id, name }) => (
              <Checkbox key={id} size="sm" value={id} label={name} />
            ))}
          </div>
        </Checkbox.Group>
      )}
    </div>
  );
}
