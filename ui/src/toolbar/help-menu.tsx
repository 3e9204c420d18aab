import { Menu } from '@mantine/core';
import { DropdownMenu } from '../menus/dropdown-menu.tsx';
import { IconBook2, IconHelpCircle, IconMessage2Question } from '@tabler/icons-react';
import { use } from 'react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { type MenuAction, MenuActions } from '../menus/menu-action.tsx';
import { OverflowItem, OverflowContext } from './overflow-context.tsx';
import { ToolbarButton } from './toolbar-button.tsx';
import menu from '../menus/menu.module.css';

export interface HelpMenuProps {
  /** Address of external documentation. */
  knowledgeCenter?: string;
  onContact: () => void;
  /** Further lines, such as the product's own guides. */
  items?: readonly MenuAction[];
}

const NO_ITEMS: readonly MenuAction[] = [];

/** Documentation and contact. */
export function HelpMenu({ knowledgeCenter, onContact, items = NO_ITEMS }: HelpMenuProps) {
  const panelTexts = usePanelTexts();
  const inMore = use(OverflowContext) !== null;
  const center = {
    id: 'center',
    label: panelTexts.knowledgeCenter,
    icon: IconBook2,
    href: knowledgeCenter,
    external: true,
  };
  const contact = { id: 'contact', label: panelTexts.contactUs, icon: IconMessage2Question, onClick: onContact };
  const actions: readonly MenuAction[] = [...(knowledgeCenter === undefined ? [] : [center]), ...items, contact];
  if (inMore)
    return actions.map(({ id, icon = IconHelpCircle, ...action }) => <OverflowItem key={id} icon={icon} {...action} />);
  return (
    <DropdownMenu position="bottom-end" width={220} classNames={{ dropdown: menu['dropdown'] }}>
      <Menu.Target>
        <ToolbarButton label={panelTexts.help} icon={IconHelpCircle} />
      </Menu.Target>
      <Menu.Dropdown>
        <MenuActions actions={actions} />
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
