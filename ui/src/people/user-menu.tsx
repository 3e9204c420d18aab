import { Menu } from '@mantine/core';
import { DropdownMenu } from '../menus/dropdown-menu.tsx';
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { type Scheme, useAppearance } from '../theme/appearance.tsx';
import { useUiContext } from '../context/ui-context.tsx';
import { fill } from '../texts/ui-texts.ts';
import { Avatar } from './avatar.tsx';
import type { Person } from './person.ts';
import { type MenuAction, MenuActions } from '../menus/menu-action.tsx';
import menu from '../menus/menu.module.css';
import classes from './user-menu.module.css';

export interface UserMenuProps {
  person: Person;
  items?: readonly MenuAction[];
  /** Organizations the person belongs to; shown when there are several. */
  tenants?: {
    current: string | null;
    options: readonly { id: string; name: string }[];
    onChoose: (id: string) => void;
  };
  /** Status shown to others; a choice applies at once. */
  status?: { current: PersonStatus; onChange: (status: PersonStatus) => void };
  signOut?: MenuAction;
}

export type PersonStatus = 'online' | 'away' | 'busy' | 'invisible';

const STATUSES = [
  { status: 'online', text: 'statusOnline' },
  { status: 'away', text: 'statusAway' },
  { status: 'busy', text: 'statusBusy' },
  { status: 'invisible', text: 'statusInvisible' },
] as const;

const NO_ITEMS: readonly MenuAction[] = [];

const SCHEMES = [
  { scheme: 'light', icon: IconSun, text: 'schemeLight' },
  { scheme: 'dark', icon: IconMoon, text: 'schemeDark' },
  { scheme: 'auto', icon: IconDeviceDesktop, text: 'schemeAuto' },
] as const;

const TENANT_CLASSES = { item: menu['item'] ?? '', itemIndicator: classes['indicator'] ?? '' };

const SCHEME_CLASSES = {
  item: classes['scheme'] ?? '',
  itemLabel: classes['scheme-label'] ?? '',
  itemIndicator: classes['indicator'] ?? '',
};

function SchemeItems() {
  const { texts } = useUiContext();
  const { scheme, setScheme } = useAppearance();
  return (
    <>
      <Menu.Label className={menu['label']}>{texts.scheme}</Menu.Label>
      <Menu.RadioGroup aria-label={texts.scheme} value={scheme} onChange={(choice) => setScheme(choice as Scheme)}>
        <div className={classes['schemes']}>
          {SCHEMES.map(({ scheme: choice, icon: Icon, text }) => (
            <Menu.RadioItem key={choice} value={choice} classNames={SCHEME_CLASSES}>
              <Icon size={16} stroke={1.7} />
              {texts[text]}
            </Menu.RadioItem>
          ))}
        </div>
      </Menu.RadioGroup>
    </>
  );
}

function StatusItems({ current, onChange }: NonNullable<UserMenuProps['status']>) {
  const { texts } = useUiContext();
  return (
    <>
      <Menu.Label className={menu['label']}>{texts.status}</Menu.Label>
      <Menu.RadioGroup
        aria-label={texts.status}
        value={current}
        onChange={(choice) => onChange(choice as PersonStatus)}
      >
        {STATUSES.map(({ status, text }) => (
          <Menu.RadioItem
            key={status}
            value={status}
            classNames={TENANT_CLASSES}
            rightSection={status === current ? <IconCheck size={16} /> : undefined}
          >
            <span className={classes['status-label']}>
              <span className={classes['status']} data-status={status} />
              {texts[text]}
            </span>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
    </>
  );
}

/** The account menu: person, organization, status, color scheme, sign-out. */
export function UserMenu({ person, items = NO_ITEMS, tenants, status, signOut }: UserMenuProps) {
  const { texts } = useUiContext();
  const name = `${person.firstName} ${person.lastName}`.trim() || person.email;
  return (
    <DropdownMenu
      position="bottom-end"
      width={264}
      classNames={{ dropdown: menu['dropdown'], divider: menu['divider'] }}
    >
      <Menu.Target>
        <button type="button" className={classes['target']} aria-label={fill(texts.userMenu, { name })}>
          <Avatar person={person} size={28} />
          {status !== undefined && <span className={classes['dot']} data-status={status.current} />}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <div className={classes['who']}>
          <Avatar person={person} size={36} />
          <div className={classes['names']}>
            <div className={classes['name']}>{name}</div>
            <div className={classes['email']}>{person.email}</div>
          </div>
        </div>
        <Menu.Divider />
        {tenants !== undefined && tenants.options.length > 1 && (
          <>
            <Menu.Label className={menu['label']}>{texts.tenant}</Menu.Label>
            <Menu.RadioGroup aria-label={texts.tenant} value={tenants.current ?? ''} onChange={tenants.onChoose}>
              {tenants.options.map(({ id, name: tenant }) => (
                <Menu.RadioItem
                  key={id}
                  value={id}
                  closeMenuOnClick
                  classNames={TENANT_CLASSES}
                  rightSection={id === tenants.current ? <IconCheck size={16} /> : undefined}
                >
                  {tenant}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
          </>
        )}
        {status !== undefined && <StatusItems {...status} />}
        <MenuActions actions={items} />
        {items.length > 0 && <Menu.Divider />}
        <SchemeItems />
        {signOut !== undefined && (
          <>
            <Menu.Divider />
            <MenuActions actions={[signOut]} />
          </>
        )}
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
