import { Menu } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { MouseEvent } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import type { Icon } from '../toolbar/icon.ts';
import classes from './menu.module.css';

/** A menu item: a link or an action. */
export interface MenuAction {
  id: string;
  label: string;
  icon?: Icon;
  href?: string | undefined;
  /** Leaves the product: opens in a new tab. */
  external?: boolean | undefined;
  onClick?: (() => void) | undefined;
  disabled?: boolean;
}

/**
 * Runs a menu action after returning focus to the menu's button: the chosen line is about to be removed, and a dialog
 * that opens now will return focus to the button.
 */
export function runFromMenu(run: (() => void) | undefined) {
  return (event: MouseEvent<HTMLElement>) => {
    const opener = event.currentTarget.closest('[role="menu"]')?.getAttribute('aria-labelledby');
    if (opener) document.getElementById(opener)?.focus({ preventScroll: true });
    run?.();
  };
}

export function MenuActions({ actions }: { actions: readonly MenuAction[] }) {
  const { Link, texts } = useUiContext();
  return actions.map(({ id, label, icon: Icon, href, external, onClick, disabled }) => {
    const leftSection = Icon === undefined ? undefined : <Icon size={16} stroke={1.7} />;
    const shared = { leftSection: leftSection, disabled, classNames: { item: classes['item'] } };
    if (href !== undefined && external === true)
      return (
        <Menu.Item
          key={id}
          {...shared}
          component="a"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          rightSection={<IconExternalLink size={14} role="img" aria-label={texts.opensInNewTab} />}
        >
          {label}
        </Menu.Item>
      );
    return href === undefined ? (
      <Menu.Item key={id} {...shared} onClick={runFromMenu(onClick)}>
        {label}
      </Menu.Item>
    ) : (
      <Menu.Item
        key={id}
        {...shared}
        onClick={onClick}
        renderRoot={(attributes) => <Link href={href} {...attributes} />}
      >
        {label}
      </Menu.Item>
    );
  });
}
