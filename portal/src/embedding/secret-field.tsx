import { Button, CopyButton, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './secret-field.module.css';

/** Text to copy to elsewhere, such as a secret or an address. */
export function SecretField({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation();
  return (
    <div className={classes.field}>
      <TextInput
        readOnly
        className={classes.text}
        label={label}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            aria-label={copied ? t('embedding.copied') : t('embedding.copyNamed', { what: label })}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={copy}
          >
            <span role="status">{copied ? t('embedding.copied') : t('embedding.copy')}</span>
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
