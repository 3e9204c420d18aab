import { Menu } from '@mantine/core';
import { IconBook2, IconExternalLink, IconHelpCircle, IconMessage2Question } from '@tabler/icons-react';
import { useShellTexts } from '../theme/shell-texts.ts';
import { useUi } from '../theme/surroundings.tsx';
import { fromMenu, type MenuAction, MenuActions } from './menu-action.tsx';
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
  const { texts } = useUi();
  const shell = useShellTexts();
  const look = { classNames: { item: menu['item'] ?? '' } };
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
        {knowledgeCenter !== undefined && (
          <Menu.Item
            {...look}
            component="a"
            href={knowledgeCenter}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconBook2 size={16} stroke={1.7} />}
            rightSection={<IconExternalLink size={14} role="img" aria-label={texts.opensInNewTab} />}
          >
            {shell.knowledgeCenter}
          </Menu.Item>
        )}
        <MenuActions actions={items} />
        <Menu.Item
          {...look}
          leftSection={<IconMessage2Question size={16} stroke={1.7} />}
          onClick={fromMenu(onContact)}
        >
          {shell.contactUs}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
