import { Menu } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { type MenuAction, MenuActions } from './menu-action.tsx';
import classes from './menu.module.css';

/** Where a menu opens, in pixels of the window. */
export interface MenuPlace {
  x: number;
  y: number;
}

interface ContextMenuProps {
  place: MenuPlace;
  /** What the actions are for. */
  label: string;
  actions: readonly MenuAction[];
  onClose: () => void;
}

/** The actions of something, where the pointer or the focus was. Closing returns the focus. */
export function ContextMenu({ place, label, actions, onClose }: ContextMenuProps) {
  const before = useRef<Element | null>(null);
  useEffect(() => {
    before.current = document.activeElement;
    return () => {
      if (before.current instanceof HTMLElement || before.current instanceof SVGElement)
        before.current.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Menu
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      offset={0}
      width={260}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes['dropdown'] }}
    >
      <Menu.Target>
        <span className={classes['place']} style={{ left: place.x, top: place.y }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} aria-labelledby={undefined}>
        <Menu.Label>{label}</Menu.Label>
        <MenuActions actions={actions} />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether a key asks for a context menu: the menu key, or Shift with F10. */
export const asksForMenu = ({ key, shiftKey }: { key: string; shiftKey: boolean }): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey);

/** Below an element's beginning, for menus that the keyboard opens. */
export function placeAt(element: Element): MenuPlace {
  const { left, bottom } = element.getBoundingClientRect();
  return { x: left, y: bottom };
}

/** What opens a context menu at an element: a right click, the menu key and Shift+F10. */
export function menuHandlers(onMenu: ((place: MenuPlace) => void) | undefined) {
  if (onMenu === undefined) return {};
  return {
    'aria-keyshortcuts': 'Shift+F10',
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      onMenu({ x: event.clientX, y: event.clientY });
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!asksForMenu(event)) return;
      event.preventDefault();
      onMenu(placeAt(event.currentTarget));
    },
  };
}
