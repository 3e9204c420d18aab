import { Drawer } from '@mantine/core';
import { IconBolt, IconMoon, IconSun, IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { CHROME_LAYOUTS, type LayoutName } from '../layouts/layouts.ts';
import type { Scheme } from '../theme/appearance.tsx';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { useUiContext } from '../context/ui-context.tsx';
import { PRIMARIES, type ThemeName } from '../theme/tokens.ts';
import { useObservable } from '../observable.ts';
import { useDisplayNames } from './display-names.ts';
import { LayoutMiniature } from './layout-miniature.tsx';
import { SETTINGS_BUTTON_ATTRIBUTE, settingsOpened } from './settings-button.tsx';
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

/** The theme's own primary color, as the page will show it in its scheme. */
const themeColor = (theme: ThemeName) => `light-dark(${PRIMARIES[theme].light}, ${PRIMARIES[theme].dark})`;

interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** Icon before the label, or picture above it. */
  sign: ReactNode;
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
          <label key={choice.value} className={classes['choice']} data-on={choice.value === value || undefined}>
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
        ))}
      </div>
    </fieldset>
  );
}

function Settings({ scheme, theme, layout, themes, onChange }: SettingsDrawerProps) {
  const panelTexts = usePanelTexts();
  const { nameScheme, nameTheme, nameLayout } = useDisplayNames();
  return (
    <div className={classes['body']}>
      <Choices
        title={panelTexts.settingsTheme}
        kind="pills"
        value={theme}
        onChoose={(chosen) => onChange({ theme: chosen })}
        choices={themes.map((value) => ({
          value,
          label: nameTheme(value),
          sign: <span className={classes['dot']} style={{ background: themeColor(value) }} />,
        }))}
      />
      <Choices<Scheme>
        title={panelTexts.settingsScheme}
        kind="pills"
        value={scheme}
        onChoose={(chosen) => onChange({ scheme: chosen })}
        choices={[
          { value: 'auto', label: nameScheme('auto'), sign: <IconBolt size={16} stroke={1.7} /> },
          { value: 'dark', label: nameScheme('dark'), sign: <IconMoon size={16} stroke={1.7} /> },
          { value: 'light', label: nameScheme('light'), sign: <IconSun size={16} stroke={1.7} /> },
        ]}
      />
      <Choices<LayoutName>
        title={panelTexts.settingsLayout}
        kind="pictures"
        value={layout}
        onChoose={(chosen) => onChange({ layout: chosen })}
        choices={CHROME_LAYOUTS.map((value) => ({
          value,
          label: nameLayout(value),
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

/** The display settings, in a drawer that `SettingsButton` opens. */
export function SettingsDrawer(props: SettingsDrawerProps) {
  const { texts } = useUiContext();
  const opened = useObservable(settingsOpened);
  useOpenerFocus(opened);
  // Signing out unmounts the drawer; it must not be open for the next person.
  useEffect(() => () => settingsOpened.set(false), []);
  return (
    <Drawer.Root
      opened={opened}
      onClose={() => settingsOpened.set(false)}
      position="right"
      size={400}
      returnFocus={false}
      transitionProps={{ duration: 160 }}
    >
      <Drawer.Overlay backgroundOpacity={0.3} />
      <Drawer.Content inert={!opened} classNames={{ content: classes['drawer'] }}>
        <div className={classes['header']}>
          <Drawer.Title className={classes['title']}>{texts.settings}</Drawer.Title>
          <button
            type="button"
            className={classes['close']}
            aria-label={texts.close}
            onClick={() => settingsOpened.set(false)}
          >
            <IconX size={20} />
          </button>
        </div>
        <Settings {...props} />
      </Drawer.Content>
    </Drawer.Root>
  );
}

/**
 * Restores the focus on closing: to the opener, or to its replacement if another layout has rendered the toolbar again.
 */
function useOpenerFocus(opened: boolean) {
  const opener = useRef<Element>(null);
  // Runs before the drawer takes the focus.
  useLayoutEffect(() => {
    if (opened) opener.current = document.activeElement;
  }, [opened]);
  useEffect(() => {
    if (!opened) return undefined;
    return () => {
      const target = opener.current?.isConnected
        ? opener.current
        : document.querySelector(`[${SETTINGS_BUTTON_ATTRIBUTE}]`);
      if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    };
  }, [opened]);
}
