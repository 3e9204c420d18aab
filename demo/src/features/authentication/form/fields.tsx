import '@mantine/core/styles/PasswordInput.layer.css';
import { Checkbox, PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useAuthenticationTexts } from '../authentication.texts.ts';
import { type FieldError, SHORTEST_PASSWORD } from './validation.ts';

type WithError<P> = Omit<P, 'error'> & { issue: FieldError | undefined };

function useErrorText() {
  const t = useAuthenticationTexts();
  return (issue: FieldError | undefined) => (issue === undefined ? null : t(issue, { least: SHORTEST_PASSWORD }));
}

export function TextField({ issue, ...props }: WithError<TextInputProps>) {
  return <TextInput {...props} error={useErrorText()(issue)} />;
}

/** An email field, with the matching keyboard on phones. */
export function EmailField({ issue, ...props }: WithError<TextInputProps>) {
  const t = useAuthenticationTexts();
  return (
    <TextInput
      label={t('email')}
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      error={useErrorText()(issue)}
    />
  );
}

/** A password field whose text can be shown. */
export function PasswordField({ issue, ...props }: WithError<PasswordInputProps>) {
  const t = useAuthenticationTexts();
  return (
    <PasswordInput
      {...props}
      error={useErrorText()(issue)}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
    />
  );
}

interface TickProps {
  label: string;
  description?: string;
  issue?: FieldError | undefined;
  name: string;
  checked: boolean;
  disabled: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function TickField({ issue, ...props }: TickProps) {
  return <Checkbox {...props} error={useErrorText()(issue)} />;
}
