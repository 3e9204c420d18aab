import { NativeSelect, TextInput } from '@mantine/core';
import type { Language } from '@rise/contract';
import { useTranslation } from 'react-i18next';

const ADDRESS = /^\S+@\S+\.\S+$/;
export const isAddress = (email: string): boolean => ADDRESS.test(email.trim());

interface AdministratorFieldsProps {
  email: string;
  language: Language;
  /** The address is not one, and was submitted. */
  isWrong: boolean;
  help: string;
  onChange: (next: { email?: string; language?: Language }) => void;
}

/** Whom to invite as the first administrator, and in which language. */
export function AdministratorFields({ email, language, isWrong, help, onChange }: AdministratorFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        type="email"
        label={t('tenantList.administrator.email')}
        description={help}
        maxLength={320}
        value={email}
        error={isWrong ? t('tenantList.administrator.wrong') : null}
        onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
      />
      <NativeSelect
        label={t('tenantList.administrator.language')}
        value={language}
        data={[
          { value: 'en', label: 'English' },
          { value: 'tr', label: 'Türkçe' },
        ]}
        onChange={({ currentTarget }) => onChange({ language: currentTarget.value === 'tr' ? 'tr' : 'en' })}
      />
    </>
  );
}
