import { Menu, Tooltip } from '@mantine/core';
import { DropdownMenu } from '@rise/ui';
import { IconArrowLeft, IconChevronDown } from '@tabler/icons-react';
import { LanguageSwitch } from '@rise/shell/language/switch';
import { useLanguage } from '@rise/shell/language';
import { HOME } from '../../../routing/access.ts';
import { AppLink } from '../../../routing/link.tsx';
import { useAuthenticationTexts } from '../authentication.texts.ts';
import { useAuthPage } from '../use-auth-page.ts';
import { PAGE_NAMES, PAGES, showcaseHref, VARIANT_NAMES, VARIANTS } from '../variants.ts';
import { VariantMiniature } from './variant-miniature.tsx';
import classes from './showcase-bar.module.css';

/** Navigates through all pages in all variants, and back to the demo. */
export function ShowcaseBar() {
  const t = useAuthenticationTexts();
  const language = useLanguage();
  const { page, variant } = useAuthPage();
  return (
    <nav className={classes['bar']} aria-label={t('showcase')}>
      <AppLink href={HOME} className={classes['button']}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden />
        {t('suite')}
      </AppLink>
      <DropdownMenu position="bottom-start" width={220}>
        <Menu.Target>
          <button type="button" className={classes['button']} aria-label={`${t('page')}: ${PAGES[page][language]}`}>
            {PAGES[page][language]}
            <IconChevronDown size={14} stroke={1.8} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {PAGE_NAMES.map((name) => (
            <Menu.Item
              key={name}
              component={AppLink}
              href={showcaseHref(name, variant)}
              className={classes['item']}
              {...(name === page && { 'aria-current': 'page' as const })}
            >
              {PAGES[name][language]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </DropdownMenu>
      <ul className={classes['variants']} aria-label={t('layout')}>
        {VARIANT_NAMES.map((name) => (
          <li key={name}>
            <Tooltip label={VARIANTS[name].name[language]} openDelay={200}>
              <AppLink
                href={showcaseHref(page, name)}
                className={classes['variant']}
                aria-label={VARIANTS[name].name[language]}
                {...(name === variant && { 'aria-current': 'page' as const })}
              >
                <VariantMiniature name={name} />
              </AppLink>
            </Tooltip>
          </li>
        ))}
      </ul>
      <div className={classes['language']}>
        <LanguageSwitch />
      </div>
    </nav>
  );
}
