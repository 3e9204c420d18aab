import { Button, CopyButton, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useFocusRef } from './use-focus-ref.ts';
import classes from './secret-field.module.css';

interface SecretFieldProps {
  label: string;
  value: string;
  /** Takes the focus, selected: it has just been created. */
  focused?: boolean;
  /** It was copied, by the button or the keyboard. */
  onCopied?: (() => void) | undefined;
}

/** Text to copy to elsewhere, such as a secret or an address. */
export function SecretField({ label, value, focused = false, onCopied }: SecretFieldProps) {
  const { t } = useTranslation();
  const ref = useFocusRef(focused);
  return (
    <div className={classes.field}>
      <TextInput
        readOnly
        ref={ref}
        className={classes.text}
        label={label}
        value={value}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onCopy={onCopied}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            aria-label={copied ? t('embedding.copied') : t('embedding.copyNamed', { what: label })}
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => {
              copy();
              onCopied?.();
            }}
          >
            <span role="status">{copied ? t('embedding.copied') : t('embedding.copy')}</span>
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
