import '@mantine/core/styles/PasswordInput.layer.css';
import { NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SIGN_INS } from './source-settings.rules.ts';
import type { SourceEngine, SourceField } from './source-settings.rules.ts';

export interface SourceFieldProps {
  engine: SourceEngine;
  field: SourceField;
  value: string;
  error: string | null;
  onEnter: (value: string) => void;
}

const SECRETS = new Set<SourceField>(['password', 'token', 'passphrase', 'parameterPassword']);
const KEYS = new Set<SourceField>(['privateKey', 'ca']);
const OPTIONAL = new Set<SourceField>(['role', 'passphrase', 'parameterRole', 'parameterUser']);
const EXPLAINED = ['account', 'privateKey', 'tls', 'tenant', 'tenantValue', 'asOfTable', 'freshnessTable', 'user', 'parameterTable', 'parameterRole', 'parameterUser'] as const; // prettier-ignore

/** One setting, in the kind of input that it needs. */
export function SourceFieldInput({ engine, field, value, error, onEnter }: SourceFieldProps) {
  const { t } = useTranslation();
  // ClickHouse calls a schema a database.
  const label = engine === 'clickhouse' && field === 'schema' ? 'database' : field;
  const explained = EXPLAINED.find((name) => name === field);
  const common = {
    name: field,
    label: t(`sources.fields.${label}`),
    value,
    error,
    onChange: (event: { currentTarget: { value: string } }) => onEnter(event.currentTarget.value),
    ...(explained && { description: t(`sources.help.${explained}`) }),
  };
  const optional = OPTIONAL.has(field) ? { placeholder: t('sources.optional') } : {};
  if (field === 'signIn')
    return (
      <NativeSelect
        {...common}
        data={SIGN_INS[engine].map((way) => ({ value: way, label: t(`sources.signIns.${way}`) }))}
      />
    );
  if (field === 'tls')
    return (
      <NativeSelect
        {...common}
        data={(['on', 'ca', 'off'] as const).map((way) => ({ value: way, label: t(`sources.tls.${way}`) }))}
      />
    );
  if (field === 'tenant')
    return (
      <NativeSelect
        {...common}
        data={(['none', 'column'] as const).map((way) => ({ value: way, label: t(`sources.rows.${way}`) }))}
      />
    );
  if (SECRETS.has(field)) return <PasswordInput {...common} {...optional} autoComplete="new-password" />;
  if (KEYS.has(field))
    return <Textarea {...common} rows={4} autoComplete="off" spellCheck={false} placeholder="-----BEGIN …" />;
  return (
    <TextInput
      {...common}
      {...optional}
      autoComplete="off"
      spellCheck={false}
      {...(field === 'parameterTable' && { placeholder: 'rise.parameters' })}
      {...(field === 'port' && { inputMode: 'numeric' as const })}
    />
  );
}
