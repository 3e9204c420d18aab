import type { Preferences } from '@rise/contract';
import { useDisplayNames } from '@rise/ui/settings';
import classes from './theme-choice.module.css';

type Theme = NonNullable<Preferences['theme']>;

interface ThemeChoiceProps {
  /** Distinguishes its radio buttons from those of other groups on the page. */
  name: string;
  themes: readonly Theme[];
  /** Null: none of them, where `none` offers that. */
  value: Theme | null;
  onChange: (theme: Theme | null) => void;
  /** The first option, for no choice, with the theme that then applies. */
  none?: { label: string; theme: Theme };
}

/** The product's themes, each with its color. */
export function ThemeChoice({ name, themes, value, onChange, none }: ThemeChoiceProps) {
  const { nameTheme } = useDisplayNames();
  const option = (theme: Theme | null, shown: Theme, label: string) => (
    <label key={theme ?? ''} className={classes.theme}>
      <input type="radio" name={name} value={theme ?? ''} checked={theme === value} onChange={() => onChange(theme)} />
      <span className={classes.dot} data-theme={shown} aria-hidden />
      {label}
    </label>
  );
  return (
    <div className={classes.themes}>
      {none && option(null, none.theme, none.label)}
      {themes.map((theme) => option(theme, theme, nameTheme(theme)))}
    </div>
  );
}

/** A theme's color on a light and on a dark page. */
export function ThemePreview({ theme }: { theme: Theme }) {
  return (
    <div className={classes.samples} aria-hidden>
      {(['light', 'dark'] as const).map((scheme) => (
        <div key={scheme} className={classes.sample} data-scheme={scheme} data-theme={theme}>
          <span className={classes.button} />
          <span className={classes.bar} />
        </div>
      ))}
    </div>
  );
}
