import { useState } from 'react';
import { AppLink } from '../../routing/link.tsx';
import { unlock } from '../../session/session.ts';
import { currentVisitor } from '../../session/token.ts';
import { DEMO_USER } from '../../simulation/generate/cast.ts';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthForm } from './form/auth-form.tsx';
import { PasswordField } from './form/fields.tsx';
import { useForm } from './form/use-form.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { useAuthPage } from './use-auth-page.ts';
import classes from './unlock-session.module.css';

/** Unlocks a locked session with the password. */
export default function UnlockSessionPage() {
  const t = useAuthenticationTexts();
  const { hrefOf, enter } = useAuthPage();
  // The showcase may have no session; it then shows the demo account.
  const [visitor] = useState(() => currentVisitor() ?? DEMO_USER);
  const state = useForm({
    initial: { password: '' },
    validate: ({ password }) => (password === '' ? { password: 'passwordMissing' } : {}),
    send: async ({ password }) => {
      await unlock(visitor.email, password);
      enter();
    },
    mendAt: 'password',
  });
  return (
    <AuthFrame title={t('unlockTitle')}>
      <Lead>{t('unlockLead')}</Lead>
      <AuthForm state={state} action={t('unlockAction')} busy={t('unlocking')} refused={t('wrongPassword')}>
        <div className={classes['visitor']}>
          {visitor.avatar && <img src={visitor.avatar} alt="" width={44} height={44} className={classes['face']} />}
          <div className={classes['words']}>
            <div className={classes['name']}>{visitor.name}</div>
            <div className={classes['email']}>{visitor.email}</div>
          </div>
        </div>
        {/* For the browser's own keeper of passwords. */}
        <input type="hidden" name="username" autoComplete="username" value={visitor.email} readOnly />
        <PasswordField
          {...state.text('password')}
          label={t('password')}
          issue={state.errors.password}
          autoComplete="current-password"
        />
      </AuthForm>
      <AppLink href={hrefOf('sign-out')}>{t('notMe')}</AppLink>
    </AuthFrame>
  );
}
