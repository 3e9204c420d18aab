import { Menu } from '@mantine/core';
import type { Language } from '@rise/contract';
import { IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from './language.ts';
import { useLanguage } from './use-language.ts';
import classes from './language-switch.module.css';
import { useSettings } from '../kernel/settings.ts';

/** The languages as lines of a menu, the current one marked; none where there is no choice. */
export function LanguageItems() {
  const { t } = useTranslation();
  const [language, setLanguage] = useLanguage();
  const { languages } = useSettings();
  if (languages.length < 2) return null;
  return (
    <Menu.RadioGroup
      aria-label={t('language.label')}
      value={language}
      onChange={(chosen) => void setLanguage(chosen as Language)}
    >
      {languages.map((option) => (
        <Menu.RadioItem key={option} value={option} lang={option} closeMenuOnClick className={classes.language}>
          {LANGUAGE_NAMES[option]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** Changes the language at once, without loading the page again. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const [language] = useLanguage();
  const { languages } = useSettings();
  if (languages.length < 2) return null;
  const code = language.toUpperCase();
  return (
    <Menu position="bottom-end" width={180} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes.button}
          aria-label={`${t('language.label')} ${code}`}
          title={t('language.label')}
        >
          <IconLanguage size={18} stroke={1.7} aria-hidden />
          <span aria-hidden className={classes.code}>
            {code}
          </span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  );
}
