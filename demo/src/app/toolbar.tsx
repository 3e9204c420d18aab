import { Menu } from '@mantine/core';
import { FullscreenToggle, ToolbarMore } from '@rise/ui';
import { LanguageItems, LanguageSwitch } from '../i18n/language-switch.tsx';
import { useAppTexts } from './app.texts.ts';
import classes from './toolbar.module.css';

/** The tools of the header. On a phone a menu takes those for which there is no room, and the language with them. */
export function Toolbar() {
  const t = useAppTexts();
  return (
    <>
      <span className={classes['wide']}>
        <LanguageSwitch />
      </span>
      <FullscreenToggle />
      <ToolbarMore
        end={
          <>
            <Menu.Label>{t('language')}</Menu.Label>
            <LanguageItems />
          </>
        }
      >
        {null}
      </ToolbarMore>
    </>
  );
}
