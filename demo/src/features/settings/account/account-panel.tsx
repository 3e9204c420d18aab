import { Select, Textarea, TextInput } from '@mantine/core';
import type { Language, User } from '@rise/contract';
import { TextSkeleton } from '@rise/ui';
import { useDemoCall, useDemoQuery } from '../../../client/queries.ts';
import { LANGUAGE_NAMES, LANGUAGES, useLanguage } from '@rise/shell/language';
import { switchLanguage } from '../../../i18n/language.ts';
import { QueryContent } from '../../../components/query-content.tsx';
import { CountrySelect } from '../form/country-select.tsx';
import { isEmail, isPhone, isUsername } from '../form/validation.ts';
import { FormSection, SettingsForm } from '../form/settings-form.tsx';
import { type FieldErrors, useSettingsForm } from '../form/use-settings-form.ts';
import { useSettingsTexts } from '../settings.texts.ts';
import { type Settings, useSaveSettings, WithSettings } from '../use-settings.tsx';
import { AvatarField } from './avatar-field.tsx';

const LONGEST_ABOUT = 300;

/** Public profile and private account data. */
export function AccountPanel() {
  const user = useDemoQuery('user', 'GET /api/common/user');
  return (
    <WithSettings>
      {({ account }) => (
        <QueryContent query={user} fallback={<TextSkeleton />}>
          {(person) => <AccountForm person={person} account={account} />}
        </QueryContent>
      )}
    </WithSettings>
  );
}

interface Values extends Readonly<Settings['account']> {
  readonly avatar: string | null;
  readonly name: string;
  readonly email: string;
  readonly language: Language;
}

function AccountForm({ person, account }: { person: User; account: Settings['account'] }) {
  const t = useSettingsTexts();
  const language = useLanguage();
  const saveSettings = useSaveSettings();
  const saveUser = useDemoCall('PATCH /api/common/user');
  const form = useSettingsForm<Values>({
    stored: { ...account, avatar: person.avatar, name: person.name, email: person.email, language },
    validate: (values): FieldErrors<Values> => ({
      name: values.name.trim() === '' ? t('nameMissing') : undefined,
      username: isUsername(values.username) ? undefined : t('usernameWrong'),
      about: values.about.length > LONGEST_ABOUT ? t('aboutLong', { most: LONGEST_ABOUT }) : undefined,
      email: isEmail(values.email) ? undefined : t('emailWrong'),
      phone: values.phone.trim() === '' || isPhone(values.phone) ? undefined : t('phoneWrong'),
    }),
    save: async ({ avatar, name, email, language: requested, ...rest }) => {
      await saveSettings({ account: rest });
      await saveUser.mutateAsync({ body: { user: { name: name.trim(), email: email.trim(), avatar } } });
      if (requested !== language) await switchLanguage(requested);
    },
    groups: ['settings', 'user'],
  });
  const { values, errors: issues, set } = form;
  const text = (name: 'name' | 'username' | 'title' | 'company' | 'about' | 'email' | 'phone') => ({
    name,
    value: values[name],
    error: issues[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <SettingsForm form={form}>
      <FormSection title={t('publicTitle')} text={t('publicText')}>
        <AvatarField name={values.name} picture={values.avatar} onChange={(avatar) => set({ avatar })} />
        <TextInput data-half label={t('name')} required autoComplete="name" maxLength={120} {...text('name')} />
        <TextInput
          data-half
          label={t('username')}
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          leftSection="@"
          {...text('username')}
        />
        <TextInput
          data-half
          label={t('jobTitle')}
          autoComplete="organization-title"
          maxLength={80}
          {...text('title')}
        />
        <TextInput data-half label={t('company')} autoComplete="organization" maxLength={80} {...text('company')} />
        <Textarea
          label={t('aboutMe')}
          description={t('aboutLeft', { count: values.about.length, most: LONGEST_ABOUT })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autosize
          minRows={3}
          maxRows={8}
          {...text('about')}
        />
      </FormSection>
      <FormSection title={t('privateTitle')} text={t('privateText')}>
        <TextInput
          label={t('email')}
          description={t('emailHint', { email: 'demo@rise.example' })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          required
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...text('email')}
        />
        <TextInput data-half label={t('phone')} type="tel" autoComplete="tel" maxLength={30} {...text('phone')} />
        <CountrySelect data-half label={t('country')} value={values.country} onChange={(country) => set({ country })} />
        <Select
          data-half
          label={t('language')}
          data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          value={values.language}
          allowDeselect={false}
          onChange={(value) => value && set({ language: value })}
        />
      </FormSection>
    </SettingsForm>
  );
}
