import { call } from '../../client/client.ts';
import { AppLink } from '../../routing/link.tsx';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthForm } from './form/auth-form.tsx';
import { DemoNote } from './form/demo-note.tsx';
import { validateEmail } from './form/validation.ts';
import { EmailField } from './form/fields.tsx';
import { Success } from './form/success.tsx';
import { useForm } from './form/use-form.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { useAuthPage } from './use-auth-page.ts';

/** The response is the same for every address, so that it does not reveal who has an account. */
export default function ForgotPasswordPage() {
  const t = useAuthenticationTexts();
  const { hrefOf } = useAuthPage();
  const state = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: validateEmail(email) }),
    send: async ({ email }) => void (await call('POST /api/auth/forgot-password', { body: { email: email.trim() } })),
  });
  return (
    <AuthFrame title={t('forgotTitle')}>
      {state.done ? (
        <>
          <Success>{t('linkSent')}</Success>
          <DemoNote>
            {t('demoNoMail')} <AppLink href={hrefOf('reset-password')}>{t('chooseNow')}</AppLink>
          </DemoNote>
        </>
      ) : (
        <>
          <Lead>{t('forgotLead')}</Lead>
          <AuthForm state={state} action={t('sendLink')} busy={t('sendingLink')}>
            <EmailField {...state.text('email')} issue={state.errors.email} autoComplete="username" />
          </AuthForm>
        </>
      )}
      <AppLink href={hrefOf('sign-in')}>{t('backToSignIn')}</AppLink>
    </AuthFrame>
  );
}
