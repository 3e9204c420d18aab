import { Menu } from '@mantine/core';
import { useUi } from '../theme/surroundings.tsx';
import type { Icon } from './toolbar-button.tsx';
import classes from './menu.module.css';

/** One line of a menu: a link or something to do. */
export interface MenuAction {
  id: string;
  label: string;
  icon?: Icon;
  href?: string;
  onClick?: () => void;
  disabled?: boolean;
}

export function MenuActions({ actions }: { actions: readonly MenuAction[] }) {
  const { Link } = useUi();
  return actions.map(({ id, label, icon: Icon, href, onClick, disabled }) => {
    const left = Icon === undefined ? undefined : <Icon size={16} stroke={1.7} />;
    const shared = { leftSection: left, disabled, classNames: { item: classes['item'] } };
    return href === undefined ? (
      <Menu.Item key={id} {...shared} onClick={onClick}>
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
