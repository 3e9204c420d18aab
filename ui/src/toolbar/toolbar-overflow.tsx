import { Menu } from '@mantine/core';
import { DropdownMenu } from '../menus/dropdown-menu.tsx';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { type MenuAction, MenuActions } from '../menus/menu-action.tsx';
import { type OverflowTool, OverflowContext } from './overflow-context.tsx';
import { useFullscreenAction } from './fullscreen-toggle.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import menu from '../menus/menu.module.css';

export interface ToolbarOverflowProps {
  /** Tools that go into the menu where the toolbar is narrow. They stay where they are in the tree, so their panels keep their state. */
  children: ReactNode;
  /** Further menu items, below a divider. */
  end?: ReactNode;
}

/** With every tool a button of 44 pixels, the widest toolbar needs 683 pixels. Two style sheets hide buttons below the same width. */
const NARROW = '(width < 720px)';
const MOST = 99;

/** Whether the toolbar is so narrow that a menu holds what doesn't fit. */
export const useNarrowToolbar = (): boolean =>
  useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) ?? false;

const byDocumentOrder = (one: OverflowTool, other: OverflowTool) =>
  one.placeholder.compareDocumentPosition(other.placeholder) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** Sum of the tools' badges. */
function totalBadge(tools: readonly OverflowTool[]): string | number {
  const sum = tools.reduce((total, { badge }) => total + (Number.parseInt(String(badge), 10) || 0), 0);
  return sum > MOST ? `${MOST}+` : sum;
}

/** Tools side by side; on narrow screens one button with a menu of them. */
export function ToolbarOverflow({ children, end }: ToolbarOverflowProps) {
  const narrow = useNarrowToolbar();
  const [tools, setTools] = useState<readonly OverflowTool[]>([]);
  const register = useCallback((tool: OverflowTool) => {
    setTools((others) => [...others, tool]);
    return () => setTools((others) => others.filter((one) => one !== tool));
  }, []);
  return (
    <>
      <OverflowContext value={narrow ? register : null}>{children}</OverflowContext>
      {narrow && <OverflowMenu registered={tools} end={end} />}
    </>
  );
}

function OverflowMenu({ registered, end }: { registered: readonly OverflowTool[]; end: ReactNode }) {
  const { texts } = useUiContext();
  const fullscreen = useFullscreenAction();
  const tools = useMemo(() => registered.toSorted(byDocumentOrder), [registered]);
  const withBadge = tools.filter(({ badge }) => badge !== undefined && badge !== null);
  const badges = withBadge.map(({ label }) => label).join('; ');
  const actions: MenuAction[] = tools.map(({ placeholder: _placeholder, badge: _badge, ...tool }) => tool);
  return (
    <DropdownMenu
      position="bottom-end"
      width={260}
      classNames={{ dropdown: menu['dropdown'], divider: menu['divider'] }}
    >
      <Menu.Target>
        <ToolbarButton
          label={badges === '' ? texts.moreTools : fill(texts.moreToolsWith, { news: badges })}
          icon={IconDots}
          badge={badges === '' ? undefined : totalBadge(withBadge)}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuActions actions={fullscreen === null ? actions : [...actions, fullscreen]} />
        {end !== undefined && actions.length > 0 && <Menu.Divider />}
        {end}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
