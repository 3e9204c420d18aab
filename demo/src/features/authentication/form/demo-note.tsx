import { Button, VisuallyHidden } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DEMO_USER } from '../../../simulation/generate/cast.ts';
import { useAuthenticationTexts } from '../authentication.texts.ts';
import classes from './demo-note.module.css';

/** Points out where the demo differs from a real application. */
export function DemoNote({ children }: { children: ReactNode }) {
  return (
    <div className={classes['note']}>
      <IconInfoCircle size={16} stroke={1.8} aria-hidden className={classes['icon']} />
      <div>{children}</div>
    </div>
  );
}

/** The demo account, with a button that fills it in. */
export function DemoAccount({ disabled, onFill }: { disabled: boolean; onFill: () => void }) {
  const t = useAuthenticationTexts();
  return (
    <section className={classes['account']} aria-label={t('demoAccount')}>
      <div>
        <p className={classes['kind']}>{t('demoAccount')}</p>
        <dl className={classes['pair']} translate="no">
          <VisuallyHidden component="dt">{t('email')}</VisuallyHidden>
          <dd>{DEMO_USER.email}</dd>
          <VisuallyHidden component="dt">{t('password')}</VisuallyHidden>
          <dd>{DEMO_USER.password}</dd>
        </dl>
      </div>
      <Button variant="default" disabled={disabled} onClick={onFill}>
        {t('fillIn')}
      </Button>
    </section>
  );
}
