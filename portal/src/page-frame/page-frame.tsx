import { LanguageSwitch } from '@rise/shell/language/switch';
import { Logo } from '@rise/ui';
import type { ReactNode } from 'react';
import classes from './page-frame.module.css';

export interface PageFrameProps {
  /** Where the logo leads; without it, the logo is no link. */
  logoHref?: string;
  children: ReactNode;
}

/** Frame of a page without navigation, such as those before the sign-in: logo and language above the content. */
export function PageFrame({ logoHref, children }: PageFrameProps) {
  return (
    <div className={classes['page']}>
      <header className={classes['top']}>
        <Logo {...(logoHref !== undefined && { href: logoHref })} />
        <LanguageSwitch />
      </header>
      {children}
    </div>
  );
}
