import { Menu } from '@mantine/core';
import { IconBook2, IconHelpCircle, IconMessage2Question } from '@tabler/icons-react';
import { use } from 'react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { type MenuAction, MenuActions } from './menu-action.tsx';
import { KeptInMore, MoreContext } from './more-context.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import menu from './menu.module.css';

export interface HelpMenuProps {
  /** Address of the documentation outside the product. */
  knowledgeCenter?: string;
  onContact: () => void;
  /** Further lines, such as the product's own guides. */
  items?: readonly MenuAction[];
}

const NO_ITEMS: readonly MenuAction[] = [];

/** Where to find help, and how to ask for it. */
export function HelpMenu({ knowledgeCenter, onContact, items = NO_ITEMS }: HelpMenuProps) {
  const shell = useShellTexts();
  const inMore = use(MoreContext) !== null;
  const center = { id: 'center', label: shell.knowledgeCenter, icon: IconBook2, href: knowledgeCenter, external: true };
  const contact = { id: 'contact', label: shell.contactUs, icon: IconMessage2Question, onClick: onContact };
  const actions: readonly MenuAction[] = [...(knowledgeCenter === undefined ? [] : [center]), ...items, contact];
  if (inMore)
    return actions.map(({ id, icon = IconHelpCircle, ...action }) => <KeptInMore key={id} icon={icon} {...action} />);
  return (
    <Menu
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      position="bottom-end"
      width={220}
      classNames={{ dropdown: menu['dropdown'] }}
    >
      <Menu.Target>
        <ToolbarButton label={shell.help} icon={IconHelpCircle} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuActions actions={actions} />
      </Menu.Dropdown>
    </Menu>
  );
}
