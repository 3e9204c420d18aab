import { Drawer, Tooltip } from '@mantine/core';
import { IconBolt, IconMoon, IconSettings, IconSun, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { CHROME_LAYOUTS, type LayoutName, preloadLayout } from '../layouts/layouts.ts';
import type { Scheme } from '../theme/appearance.tsx';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import type { ThemeName } from '../theme/tokens.ts';
import { LayoutMiniature } from './layout-miniature.tsx';
import classes from './settings-drawer.module.css';

export interface DisplaySettings {
  scheme: Scheme;
  theme: ThemeName;
  layout: LayoutName;
}

export interface SettingsDrawerProps extends DisplaySettings {
  themes: readonly ThemeName[];
  /** Applies at once what was chosen. */
  onChange: (change: Partial<DisplaySettings>) => void;
}

const THEME_TEXTS = {
  default: 'themeDefault',
  teal: 'themeTeal',
  rose: 'themeRose',
  purple: 'themePurple',
  amber: 'themeAmber',
} as const;

const LAYOUT_TEXTS = {
  classic: 'layoutClassic',
  classy: 'layoutClassy',
  compact: 'layoutCompact',
  dense: 'layoutDense',
  futuristic: 'layoutFuturistic',
  thin: 'layoutThin',
  centered: 'layoutCentered',
  enterprise: 'layoutEnterprise',
  material: 'layoutMaterial',
  modern: 'layoutModern',
} as const;

/** A hint must reach whoever has no pointer. */
const EVERY_WAY = { hover: true, focus: true, touch: true };

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Before the label, or above it in a picture. */
  sign: ReactNode;
  hint?: string;
}

function Choices<Value extends string>({
  title,
  kind,
  choices,
  value,
  onChoose,
}: {
  title: string;
  kind: 'pills' | 'pictures';
  choices: readonly Choice<Value>[];
  value: Value;
  onChoose: (value: Value) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes['choices']}>
      <legend className={classes['legend']}>{title}</legend>
      <div className={classes[kind]}>
        {choices.map((choice) => (
          <Tooltip key={choice.value} label={choice.hint} disabled={choice.hint === undefined} events={EVERY_WAY}>
            <label className={classes['choice']} data-on={choice.value === value || undefined}>
              <input
                type="radio"
                className={classes['input']}
                name={name}
                value={choice.value}
                checked={choice.value === value}
                onChange={() => onChoose(choice.value)}
              />
              {choice.sign}
              <span className={classes['label']}>{choice.label}</span>
            </label>
          </Tooltip>
        ))}
      </div>
    </fieldset>
  );
}

function Settings({ scheme, theme, layout, themes, onChange }: SettingsDrawerProps) {
  const { texts } = useUi();
  const shell = useShellTexts();
  return (
    <div className={classes['body']}>
      <Choices
        title={shell.settingsTheme}
        kind="pills"
        value={theme}
        onChoose={(chosen) => onChange({ theme: chosen })}
        choices={themes.map((value) => ({
          value,
          label: texts[THEME_TEXTS[value]],
          sign: <span className={`${classes['dot']} ${classes[value]}`} />,
        }))}
      />
      <Choices<Scheme>
        title={shell.settingsScheme}
        kind="pills"
        value={scheme}
        onChoose={(chosen) => onChange({ scheme: chosen })}
        choices={[
          {
            value: 'auto',
            label: shell.settingsSchemeAuto,
            hint: shell.settingsSchemeAutoHint,
            sign: <IconBolt size={16} stroke={1.7} />,
          },
          { value: 'dark', label: texts.schemeDark, sign: <IconMoon size={16} stroke={1.7} /> },
          { value: 'light', label: texts.schemeLight, sign: <IconSun size={16} stroke={1.7} /> },
        ]}
      />
      <Choices<LayoutName>
        title={shell.settingsLayout}
        kind="pictures"
        value={layout}
        onChoose={(chosen) => onChange({ layout: chosen })}
        choices={CHROME_LAYOUTS.map((value) => ({
          value,
          label: shell[LAYOUT_TEXTS[value]],
          sign: (
            <span className={classes['picture']}>
              <LayoutMiniature name={value} />
            </span>
          ),
        }))}
      />
    </div>
  );
}

/** A tab at the right edge that opens what a person may choose of the display. */
export function SettingsDrawer(props: SettingsDrawerProps) {
  const { texts } = useUi();
  const shell = useShellTexts();
  const [opened, setOpened] = useState(false);
  const open = () => {
    setOpened(true);
    // What may be chosen is there before it is: a layout that fails to load now is tried again when it is chosen.
    for (const name of CHROME_LAYOUTS) preloadLayout(name).catch(() => undefined);
  };
  return (
    <>
      <Tooltip label={shell.settings} position="left">
        <button
          type="button"
          className={classes['tab']}
          aria-label={shell.settings}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={open}
        >
          <IconSettings size={20} stroke={1.7} />
        </button>
      </Tooltip>
      <Drawer.Root
        opened={opened}
        onClose={() => setOpened(false)}
        position="right"
        size={400}
        transitionProps={{ duration: 160 }}
      >
        <Drawer.Overlay backgroundOpacity={0.3} />
        <Drawer.Content classNames={{ content: classes['drawer'] }}>
          <div className={classes['header']}>
            <Drawer.Title className={classes['title']}>{shell.settings}</Drawer.Title>
            <button
              type="button"
              className={classes['close']}
              aria-label={texts.close}
              onClick={() => setOpened(false)}
            >
              <IconX size={20} />
            </button>
          </div>
          <Settings {...props} />
        </Drawer.Content>
      </Drawer.Root>
    </>
  );
}
