import { call } from '../../client/client.ts';
import { AppLink } from '../../routing/link.tsx';
import { DEMO_USER } from '../../simulation/generate/cast.ts';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthForm } from './form/auth-form.tsx';
import { DemoNote } from './form/demo-note.tsx';
import { validateNewPassword, validateRepeat, SHORTEST_PASSWORD } from './form/validation.ts';
import { PasswordField } from './form/fields.tsx';
import { Success } from './form/success.tsx';
import { useForm } from './form/use-form.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { useAuthPage } from './use-auth-page.ts';

export default function ResetPasswordPage() {
  const t = useAuthenticationTexts();
  const { hrefOf } = useAuthPage();
  const state = useForm({
    initial: { password: '', repeated: '' },
    validate: ({ password, repeated }) => ({
      password: validateNewPassword(password),
      repeated: validateRepeat(repeated, password),
    }),
    send: async ({ password }) => void (await call('POST /api/auth/reset-password', { body: { password } })),
  });
  const { text, errors: issues } = state;
  return (
    <AuthFrame title={t('resetTitle')}>
      {state.done ? (
        <>
          <Success>{t('resetDone')}</Success>
          <DemoNote>{t('demoKeepsPassword', { password: DEMO_USER.password })}</DemoNote>
        </>
      ) : (
        <>
          <Lead>{t('resetLead')}</Lead>
          <AuthForm state={state} action={t('resetAction')} busy={t('resetting')}>
            <PasswordField
              {...text('password')}
              label={t('newPassword')}
              description={t('passwordHint', { least: SHORTEST_PASSWORD })}
              issue={issues.password}
              autoComplete="new-password"
            />
            <PasswordField
              {...text('repeated')}
              label={t('repeat')}
              issue={issues.repeated}
              autoComplete="new-password"
            />
          </AuthForm>
        </>
      )}
      <AppLink href={hrefOf('sign-in')}>{t('backToSignIn')}</AppLink>
    </AuthFrame>
  );
}
