import { Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useUi } from '../theme/surroundings.tsx';
import { fill } from '../theme/texts.ts';
import { MenuActions } from './menu-action.tsx';
import { type KeptTool, MoreContext } from './more-context.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import menu from './menu.module.css';

export interface ToolbarMoreProps {
  /** Tools that go into the menu on a phone. They stay where they are in the tree, so their panels keep their state. */
  children: ReactNode;
  /** Further lines of the menu, under a rule. */
  end?: ReactNode;
}

/** Narrower, the tools have no room beside each other with 44 pixels for each. */
const PHONE = '(width < 600px)';
const MOST = 99;

const byPlace = (one: KeptTool, other: KeptTool) =>
  one.place.compareDocumentPosition(other.place) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;

/** What the tools count, together. */
function countOf(tools: readonly KeptTool[]): string | number {
  const sum = tools.reduce((total, { badge }) => total + (Number.parseInt(String(badge), 10) || 0), 0);
  return sum > MOST ? `${MOST}+` : sum;
}

/** Tools side by side; on a phone one button, with a line for each of them in its menu. */
export function ToolbarMore({ children, end }: ToolbarMoreProps) {
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false }) ?? false;
  const [kept, setKept] = useState<readonly KeptTool[]>([]);
  const keep = useCallback((tool: KeptTool) => {
    setKept((others) => [...others, tool]);
    return () => setKept((others) => others.filter((one) => one !== tool));
  }, []);
  return (
    <>
      <MoreContext value={phone ? keep : null}>{children}</MoreContext>
      {phone && <More kept={kept} end={end} />}
    </>
  );
}

function More({ kept, end }: { kept: readonly KeptTool[]; end: ReactNode }) {
  const { texts } = useUi();
  const tools = useMemo(() => kept.toSorted(byPlace), [kept]);
  const news = tools.filter(({ badge }) => badge !== undefined && badge !== null);
  const told = news.map(({ label }) => label).join('; ');
  return (
    <Menu
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      width={260}
      classNames={{ dropdown: menu['dropdown'], divider: menu['divider'] }}
    >
      <Menu.Target>
        <ToolbarButton
          label={told === '' ? texts.moreTools : fill(texts.moreToolsWith, { news: told })}
          icon={IconDots}
          badge={told === '' ? undefined : countOf(news)}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuActions actions={tools.map(({ place: _place, badge: _badge, ...tool }) => tool)} />
        {end !== undefined && tools.length > 0 && <Menu.Divider />}
        {end}
      </Menu.Dropdown>
    </Menu>
  );
}
