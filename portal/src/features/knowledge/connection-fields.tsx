import { NativeSelect, TextInput } from '@mantine/core';
import { CONFLUENCE_KINDS } from '@rise/contract/knowledge-words';
import { useTranslation } from 'react-i18next';
import type { SourceFields } from './source-draft.rules.ts';

interface ConnectionFieldsProps {
  fields: SourceFields;
  /** One is stored. */
  hasToken: boolean;
  errorOf: (field: 'url' | 'email' | 'token') => string | null;
  onChange: (change: Partial<SourceFields>) => void;
}

/** Where a site is, and who signs in there. */
export function ConnectionFields({ fields, hasToken, errorOf, onChange }: ConnectionFieldsProps) {
  const { t } = useTranslation();
  const isCloud = fields.kind === 'cloud';
  return (
    <>
      <NativeSelect
        label={t('knowledge.sources.kind')}
        value={fields.kind}
        data={CONFLUENCE_KINDS.map((value) => ({ value, label: t(`knowledge.sources.kinds.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value === 'cloud' ? 'cloud' : 'data-center' })}
      />
      <TextInput
        type="url"
        label={t('knowledge.sources.url')}
        placeholder={isCloud ? 'https://example.atlassian.net' : 'https://wiki.example.com'}
        maxLength={500}
        value={fields.url}
        error={errorOf('url')}
        onChange={({ currentTarget }) => onChange({ url: currentTarget.value })}
      />
      {isCloud && (
        <TextInput
          type="email"
          autoComplete="off"
          label={t('knowledge.sources.email')}
          description={t('knowledge.sources.emailHelp')}
          maxLength={254}
          value={fields.email}
          error={errorOf('email')}
          onChange={({ currentTarget }) => onChange({ email: currentTarget.value })}
        />
      )}
      <TextInput
        type="password"
        autoComplete="new-password"
        label={t(isCloud ? 'knowledge.sources.apiToken' : 'knowledge.sources.accessToken')}
        description={t(hasToken ? 'knowledge.sources.tokenKept' : 'knowledge.sources.tokenHelp')}
        maxLength={2000}
        value={fields.token}
        error={errorOf('token')}
        onChange={({ currentTarget }) => onChange({ token: currentTarget.value })}
      />
    </>
  );
}
