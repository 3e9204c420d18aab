import { Menu, type MenuProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useBackCloses } from '../focus/use-back-closes.ts';

/**
 * A menu at its button. Back closes it. Escape closes it wherever the focus is, and nothing around it: Mantine handles the
 * key in the menu only, which has the focus no sooner than some time after it opened.
 */
export function DropdownMenu({ children, ...props }: Omit<MenuProps, 'opened' | 'onChange'>) {
  const [opened, setOpened] = useState(false);
  useBackCloses(opened, () => setOpened(false));
  useEffect(() => {
    if (!opened) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const inside = event.target instanceof Element && event.target.closest('[role="menu"]') !== null;
      if (event.key !== 'Escape' || inside) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      setOpened(false);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [opened]);
  return (
    <Menu withinPortal={false} withInitialFocusPlaceholder={false} {...props} opened={opened} onChange={setOpened}>
      {children}
    </Menu>
  );
}
