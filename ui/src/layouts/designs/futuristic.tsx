import { Avatar } from '../../people/avatar.tsx';
import type { ChromeProps, LayoutDesign, PanelProps } from '../layout-design.ts';
import { PlainPanel } from '../plain-panel.tsx';
import { Toolbar } from '../toolbar.tsx';
import classes from './people.module.css';

function UserBlock({ user, over }: Pick<PanelProps, 'user'> & { over: boolean }) {
  if (user === undefined) return null;
  const { firstName, lastName, email } = user.person;
  return (
    <div className={classes['block']}>
      {over ? <Avatar person={user.person} size={28} /> : user.menu}
      <div className={classes['who']}>
        <div className={classes['name']}>{`${firstName} ${lastName}`.trim() || email}</div>
        <div className={classes['email']}>{email}</div>
      </div>
    </div>
  );
}

function FuturisticPanel(panel: PanelProps) {
  return <PlainPanel {...panel} end={<UserBlock user={panel.user} over={panel.close !== undefined} />} />;
}

function FuturisticHeader(chrome: ChromeProps) {
  return chrome.open ? <Toolbar {...chrome} user={undefined} /> : <Toolbar {...chrome} />;
}

/** The navigation in the theme's color; the logo above it, the person below. */
export const futuristic: LayoutDesign = {
  menu: 'futuristic',
  tone: 'brand',
  side: { width: 280, Content: FuturisticPanel },
  DrawerPanel: FuturisticPanel,
  Header: FuturisticHeader,
  rail: true,
  footer: true,
};
