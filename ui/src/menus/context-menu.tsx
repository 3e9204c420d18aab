import { Menu, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { type MenuAction, MenuActions } from './menu-action.tsx';
import classes from './menu.module.css';

/** Where a menu opens, in pixels of the window. */
export interface MenuPlace {
  x: number;
  y: number;
}

const OUTSIDE = ['mousedown', 'touchstart'];
/** The chart library's tooltips are above everything else. */
const ABOVE_TOOLTIPS = 10_000_000;

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
      // The key that opens the menu is on its way to the document, where it would count as one outside.
      clickOutsideEvents={OUTSIDE}
      zIndex={ABOVE_TOOLTIPS}
      position="bottom-start"
      offset={0}
      width={260}
      transitionProps={{ duration: 0 }}
      classNames={{ dropdown: classes['dropdown'] }}
    >
      <Menu.Target>
        <span className={classes['place']} style={{ left: place.x, top: place.y }}>
          <VisuallyHidden>{label}</VisuallyHidden>
        </span>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label aria-hidden>{label}</Menu.Label>
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
