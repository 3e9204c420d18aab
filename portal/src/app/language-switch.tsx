import { Menu } from '@mantine/core';
import { IconCheck, IconLanguage } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGE_NAMES } from './i18n/language.ts';
import { useLanguage } from './i18n/use-language.ts';
import { useSettings } from './settings.ts';
import classes from './language-switch.module.css';

/** Changes the language at once, without loading the page again. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const [language, setLanguage] = useLanguage();
  const { languages } = useSettings();
  if (languages.length < 2) return null;
  return (
    <Menu position="bottom-end" width={180} trapFocus>
      <Menu.Target>
        <button type="button" className={classes.button} aria-label={t('language.label')} title={t('language.label')}>
          <IconLanguage size={18} stroke={1.7} aria-hidden />
          <span aria-hidden>{language.toUpperCase()}</span>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {languages.map((option) => (
          <Menu.Item
            key={option}
            lang={option}
            role="menuitemradio"
            aria-checked={option === language}
            rightSection={option === language ? <IconCheck size={16} aria-hidden /> : null}
            onClick={() => void setLanguage(option)}
          >
            {LANGUAGE_NAMES[option]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
