import { Avatar } from '../../people/avatar.tsx';
import type { ChromeProps, LayoutDesign, PanelProps } from '../layout-design.ts';
import { Logo, LogoMark } from '../logo.tsx';
import { Brand, PlainPanel } from '../plain-panel.tsx';
import { Toolbar } from '../toolbar.tsx';
import classes from './people.module.css';

function Profile({ user }: Pick<PanelProps, 'user'>) {
  if (user === undefined) return null;
  const { firstName, lastName, email } = user.person;
  return (
    <div className={classes['profile']}>
      <Avatar person={user.person} size={96} />
      <div className={classes['name']}>{`${firstName} ${lastName}`.trim() || email}</div>
      <div className={classes['email']}>{email}</div>
    </div>
  );
}

function ClassyPanel(panel: PanelProps) {
  const { close, home, notices, user } = panel;
  return (
    <PlainPanel
      {...panel}
      start={
        <Brand>
          <Logo href={home} on="nav" />
          {close ?? (
            <div className={classes['tools']}>
              {notices}
              {user?.menu}
            </div>
          )}
        </Brand>
      }
      above={<Profile user={user} />}
      below={
        <div className={classes['mark']} aria-hidden>
          <LogoMark size={40} />
        </div>
      }
    />
  );
}

/** Without what the navigation already shows. */
function ClassyHeader(chrome: ChromeProps) {
  return chrome.open ? <Toolbar {...chrome} notices={undefined} user={undefined} /> : <Toolbar {...chrome} />;
}

/** Picture, name and email at the top of the navigation, scrolling with it. */
export const classy: LayoutDesign = {
  menu: 'default',
  tone: 'nav',
  side: { width: 280, Content: ClassyPanel },
  DrawerPanel: ClassyPanel,
  Header: ClassyHeader,
  rail: true,
  footer: false,
};
