import { NativeSelect } from '@mantine/core';
import type { Branding, BrandingChange } from '@rise/contract';
import { LANGUAGE_NAMES } from '@rise/shell/language';
import { useTranslation } from 'react-i18next';
import { useSettings } from '../settings/settings.ts';
import { ThemeChoice, ThemePreview } from './theme-choice.tsx';
import classes from './tenant-default-fields.module.css';

interface TenantDefaultFieldsProps {
  value: Pick<Branding, 'language' | 'theme'>;
  onChange: (change: BrandingChange) => void;
}

/** Language and color of a tenant's people who chose none. */
export function TenantDefaultFields({ value: { language, theme }, onChange }: TenantDefaultFieldsProps) {
  const { t } = useTranslation();
  const { languages, appearance } = useSettings();
  return (
    <>
      <NativeSelect
        label={t('branding.language')}
        description={t('branding.languageHelp')}
        value={language ?? ''}
        data={[
          { value: '', label: t('branding.noLanguage') },
          ...languages.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
        ]}
        onChange={({ currentTarget }) =>
          onChange({ language: languages.find((value) => value === currentTarget.value) ?? null })
        }
      />
      <fieldset className={classes.field} aria-describedby="tenant-theme-help">
        <legend className={classes.label}>{t('branding.theme')}</legend>
        <p id="tenant-theme-help" className={classes.help}>
          {t('branding.themeHelp')}
        </p>
        <ThemeChoice
          name="tenant-theme"
          themes={appearance.themes}
          value={theme}
          none={{ label: t('branding.noTheme'), theme: appearance.theme }}
          onChange={(next) => onChange({ theme: next })}
        />
        <ThemePreview theme={theme ?? appearance.theme} />
      </fieldset>
    </>
  );
}
