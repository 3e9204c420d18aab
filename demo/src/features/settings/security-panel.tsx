import { Notice } from '@rise/ui';
import { FormSection, SettingsForm } from './form/settings-form.tsx';
import { SwitchRow } from './form/switch-row.tsx';
import { useSettingsForm } from './form/use-settings-form.ts';
import { useSettingsTexts } from './settings.texts.ts';
import { type Settings, useSaveSettings, WithSettings } from './use-settings.tsx';

/** Password and two-step verification. */
export function SecurityPanel() {
  return <WithSettings>{({ security }) => <SecurityForm stored={security} />}</WithSettings>;
}

function SecurityForm({ stored }: { stored: Settings['security'] }) {
  const t = useSettingsTexts();
  const save = useSaveSettings();
  const form = useSettingsForm({ stored, save: (security) => save({ security }) });
  return (
    <SettingsForm form={form}>
      <FormSection title={t('signIn')}>
        <SwitchRow
          label={t('twoStep')}
          description={t('twoStepText')}
          checked={form.values.twoStep}
          onChange={(twoStep) => form.set({ twoStep })}
        />
        <SwitchRow
          label={t('reminder')}
          description={t('reminderText')}
          checked={form.values.passwordReminder}
          onChange={(passwordReminder) => form.set({ passwordReminder })}
        />
      </FormSection>
      <FormSection title={t('password')}>
        <Notice tone="info">{t('passwordText')}</Notice>
      </FormSection>
    </SettingsForm>
  );
}
