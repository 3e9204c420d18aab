import { NativeSelect } from '@mantine/core';
import type { WebhookChoice } from '@rise/contract';
import { useTranslation } from 'react-i18next';

interface WebhookSelectProps {
  webhooks: readonly WebhookChoice[];
  help: string;
  value: string | null;
  onChange: (webhook: string | null) => void;
}

/** The webhook that is sent to, too; nothing where the tenant has none. */
export function WebhookSelect({ webhooks, help, value, onChange }: WebhookSelectProps) {
  const { t } = useTranslation();
  if (webhooks.length === 0) return null;
  return (
    <NativeSelect
      label={t('webhooks.choose')}
      description={help}
      value={value ?? ''}
      data={[
        { value: '', label: t('webhooks.chooseNone') },
        ...webhooks.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.value)}
    />
  );
}
