import { LogoMark } from '@rise/ui';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '@rise/shell/language/switch';
import { useAuthPage } from '../use-auth-page.ts';
import { VARIANTS } from '../variants.ts';
import { Promo } from './promo.tsx';
import { ShowcaseBar } from './showcase-bar.tsx';
import classes from './auth-frame.module.css';

/** The layout of all authentication pages; the variant determines where form and picture are. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const { variant, showcase } = useAuthPage();
  const { form, promo } = VARIANTS[variant];
  return (
    <div className={classes['page']} data-form={form} data-promo={promo}>
      {showcase ? (
        <ShowcaseBar />
      ) : (
        <div className={classes['corner']}>
          <LanguageSwitch />
        </div>
      )}
      <div className={classes['room']}>
        <div className={classes['frame']}>
          <div className={classes['form']}>
            <div className={classes['column']}>
              <LogoMark size={40} />
              <h1 className={classes['title']}>{title}</h1>
              {children}
            </div>
          </div>
          {promo !== 'none' && <Promo />}
        </div>
      </div>
    </div>
  );
}

/** The page's purpose, below its title. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={classes['lead']}>{children}</p>;
}
