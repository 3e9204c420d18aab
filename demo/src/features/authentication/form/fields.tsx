import '@mantine/core/styles/PasswordInput.layer.css';
import { Checkbox, PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { useAuthenticationTexts } from '../authentication.texts.ts';
import { type Fault, SHORTEST_PASSWORD } from './faults.ts';

type WithFault<P> = Omit<P, 'error'> & { fault: Fault | undefined };

function useFaultText() {
  const t = useAuthenticationTexts();
  return (fault: Fault | undefined) => (fault === undefined ? null : t(fault, { least: SHORTEST_PASSWORD }));
}

export function TextField({ fault, ...props }: WithFault<TextInputProps>) {
  return <TextInput {...props} error={useFaultText()(fault)} />;
}

/** An address, with the keyboard that phones have for it. */
export function EmailField({ fault, ...props }: WithFault<TextInputProps>) {
  const t = useAuthenticationTexts();
  return (
    <TextInput
      label={t('email')}
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      error={useFaultText()(fault)}
    />
  );
}

/** A password that can be looked at. */
export function PasswordField({ fault, ...props }: WithFault<PasswordInputProps>) {
  const t = useAuthenticationTexts();
  return (
    <PasswordInput
      {...props}
      error={useFaultText()(fault)}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
    />
  );
}

interface TickProps {
  label: string;
  description?: string;
  fault?: Fault | undefined;
  name: string;
  checked: boolean;
  disabled: boolean;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function TickField({ fault, ...props }: TickProps) {
  return <Checkbox {...props} error={useFaultText()(fault)} />;
}
