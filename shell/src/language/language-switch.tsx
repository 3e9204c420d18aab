import { Menu } from '@mantine/core';
import { DropdownMenu } from '@rise/ui';
import type { Language } from '@rise/contract';
import { IconLanguage } from '@tabler/icons-react';
import { useShell } from '../providers/shell-context.ts';
import { useLanguageTexts } from './language.texts.ts';
import { LANGUAGE_NAMES, useLanguage } from './language.ts';
import classes from './language-switch.module.css';

/** Menu items for the languages, the current one marked; null with fewer than two. */
export function LanguageItems() {
  const t = useLanguageTexts();
  const language = useLanguage();
  const { languages, changeLanguage } = useShell();
  if (languages.length < 2) return null;
  return (
    <Menu.RadioGroup
      aria-label={t('language')}
      value={language}
      onChange={(choice) => void changeLanguage(choice as Language)}
    >
      {languages.map((option) => (
        <Menu.RadioItem key={option} value={option} lang={option} closeMenuOnClick className={classes['language']}>
          {LANGUAGE_NAMES[option]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** The language items with a heading, for a menu with other items. */
export function LanguageSection() {
  const t = useLanguageTexts();
  const { languages } = useShell();
  if (languages.length < 2) return null;
  return (
    <>
      <Menu.Label>{t('language')}</Menu.Label>
      <LanguageItems />
    </>
  );
}

/** Changes the language in place, without reloading the page. */
export function LanguageSwitch() {
  const t = useLanguageTexts();
  const code = useLanguage().toUpperCase();
  const { languages } = useShell();
  if (languages.length < 2) return null;
  return (
    <DropdownMenu position="bottom-end" width={180}>
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
    </DropdownMenu>
  );
}
