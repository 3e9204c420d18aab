import { LogoMark } from '@rise/ui';
import type { ReactNode } from 'react';
import { LanguageSwitch } from '../../../i18n/language-switch.tsx';
import { usePlace } from '../place.ts';
import { VARIANTS } from '../variants.ts';
import { Promo } from './promo.tsx';
import { ShowcaseBar } from './showcase-bar.tsx';
import classes from './auth-frame.module.css';

/** The one frame of all these pages; the variant says how form and picture share it. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  const { variant, showcase } = usePlace();
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

/** What the page is for, in a sentence under its title. */
export function Lead({ children }: { children: ReactNode }) {
  return <p className={classes['lead']}>{children}</p>;
}
