import { Menu } from '@mantine/core';
import type { Language } from '@rise/contract';
import { IconLanguage } from '@tabler/icons-react';
import { LANGUAGE_NAMES, LANGUAGES, switchLanguage, useLanguage } from './language.ts';
import { defineTexts } from './texts.ts';
import classes from './language-switch.module.css';

const useLanguageTexts = defineTexts('language', { en: { language: 'Language' }, tr: { language: 'Dil' } });

/** The languages as lines of a menu, the current one marked. */
export function LanguageItems() {
  const t = useLanguageTexts();
  return (
    <Menu.RadioGroup
      aria-label={t('language')}
      value={useLanguage()}
      onChange={(chosen) => void switchLanguage(chosen as Language)}
    >
      {LANGUAGES.map((option) => (
        <Menu.RadioItem key={option} value={option} lang={option} closeMenuOnClick className={classes['language']}>
          {LANGUAGE_NAMES[option]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** Changes the language at once, without loading the page again. */
export function LanguageSwitch() {
  const t = useLanguageTexts();
  const code = useLanguage().toUpperCase();
  return (
    <Menu position="bottom-end" width={180} withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <button
          type="button"
          className={classes['button']}
          aria-label={`${t('language')} ${code}`}
          title={t('language')}
        >
          <IconLanguage size={18} stroke={1.7} aria-hidden />
          <span aria-hidden className={classes['code']}>
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
