import { NativeSelect } from '@mantine/core';
import { SegmentedChoice, useAppearance } from '@rise/ui';
import { useDisplayNames } from '@rise/ui/settings';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { preferencesSaved } from '../../appearance/preferences.ts';
import { ThemeChoice } from '../../appearance/theme-choice.tsx';
import { type ChromeLayout, useChooseLayout, useLayoutName } from '@rise/shell/display';
import { errorText } from '../../client/error-text.ts';
import { useObservable } from '@rise/ui/observable';
import { LANGUAGE_NAMES, useLanguage } from '@rise/shell/language';
import { useShell } from '@rise/shell/providers';
import { useSettings } from '../../settings/settings.ts';
import classes from './user.module.css';

const LAYOUT_TITLES: Record<ChromeLayout, ParseKeys> = {
  classic: 'user.appearance.layouts.classic',
  classy: 'user.appearance.layouts.classy',
  compact: 'user.appearance.layouts.compact',
  dense: 'user.appearance.layouts.dense',
  futuristic: 'user.appearance.layouts.futuristic',
  thin: 'user.appearance.layouts.thin',
  centered: 'user.appearance.layouts.centered',
  enterprise: 'user.appearance.layouts.enterprise',
  material: 'user.appearance.layouts.material',
  modern: 'user.appearance.layouts.modern',
};
const LAYOUTS = Object.keys(LAYOUT_TITLES) as ChromeLayout[];

/** Scheme, theme, language and layout; each applies at once and is saved with the account. */
export function AppearanceSettings() {
  const { t } = useTranslation();
  const { nameScheme } = useDisplayNames();
  const { scheme, setScheme, theme, setTheme, themes } = useAppearance();
  const { languages } = useSettings();
  const language = useLanguage();
  const { changeLanguage } = useShell();
  const layout = useLayoutName();
  const chooseLayout = useChooseLayout();
  const saved = useObservable(preferencesSaved);
  return (
    <div className={classes.settings}>
      <div className={classes.setting}>
        <span className={classes.label}>{t('user.appearance.scheme')}</span>
        <SegmentedChoice
          label={t('user.appearance.scheme')}
          options={[
            { value: 'light', label: nameScheme('light') },
            { value: 'dark', label: nameScheme('dark') },
            { value: 'auto', label: nameScheme('auto') },
          ]}
          value={scheme}
          onChange={(value) => setScheme(value as typeof scheme)}
        />
      </div>
      <fieldset className={classes.setting}>
        <legend className={classes.label}>{t('user.appearance.theme')}</legend>
        <ThemeChoice name="theme" themes={themes} value={theme} onChange={(next) => next && setTheme(next)} />
      </fieldset>
      <div className={classes.setting}>
        <span className={classes.label}>{t('language.label')}</span>
        <SegmentedChoice
          label={t('language.label')}
          options={languages.map((option) => ({ value: option, label: LANGUAGE_NAMES[option] }))}
          value={language}
          onChange={(value) => void changeLanguage(value as typeof language)}
        />
      </div>
      <NativeSelect
        label={t('user.appearance.layout')}
        data={LAYOUTS.map((option) => ({ value: option, label: t(LAYOUT_TITLES[option]) }))}
        value={layout}
        onChange={(event) => void chooseLayout(event.currentTarget.value as ChromeLayout)}
      />
      {saved.status === 'failed' ? (
        <p role="alert" className={classes.failed}>
          {t('user.appearance.failed', { message: errorText(saved.error, t).message })}
        </p>
      ) : (
        <p className={classes.note}>{t('user.appearance.note')}</p>
      )}
    </div>
  );
}
