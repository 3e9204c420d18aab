import { useRef } from 'react';
import { DEMO_USER } from '../../simulation/generate/cast.ts';
import { AppLink } from '../../routing/link.tsx';
import { signIn } from '../../session/session.ts';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthForm } from './form/auth-form.tsx';
import { DemoAccount } from './form/demo-note.tsx';
import { validateEmail } from './form/validation.ts';
import { EmailField, PasswordField, TickField } from './form/fields.tsx';
import { useForm } from './form/use-form.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { useAuthPage } from './use-auth-page.ts';

export default function SignInPage() {
  const t = useAuthenticationTexts();
  const { hrefOf, enter } = useAuthPage();
  const password = useRef<HTMLInputElement>(null);
  const state = useForm({
    initial: { email: '', password: '', remember: true },
    validate: (values) => ({
      email: validateEmail(values.email),
      ...(values.password === '' && { password: 'passwordMissing' }),
    }),
    send: async (values) => {
      await signIn(values.email, values.password, values.remember);
      enter();
    },
    mendAt: 'password',
  });
  const { errors: issues, text, tick, set, pending } = state;
  return (
    <AuthFrame title={t('signIn')}>
      <Lead>
        {t('signInLead')} <AppLink href={hrefOf('sign-up')}>{t('createAccount')}</AppLink>
      </Lead>
      <AuthForm state={state} action={t('signIn')} busy={t('signingIn')} refused={t('wrongCredentials')}>
        <EmailField {...text('email')} issue={issues.email} autoComplete="username" />
        <PasswordField
          {...text('password')}
          ref={password}
          label={t('password')}
          issue={issues.password}
          autoComplete="current-password"
        />
        <TickField {...tick('remember')} label={t('remember')} description={t('rememberHint')} />
      </AuthForm>
      <AppLink href={hrefOf('forgot-password')}>{t('forgotten')}</AppLink>
      <DemoAccount
        disabled={pending}
        onFill={() => {
          set({ email: DEMO_USER.email, password: DEMO_USER.password });
          password.current?.focus();
        }}
      />
    </AuthFrame>
  );
}
