import { call } from '../../client/client.ts';
import { AppLink } from '../../routing/link.tsx';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthForm } from './form/auth-form.tsx';
import { DemoNote } from './form/demo-note.tsx';
import { emailFault } from './form/faults.ts';
import { EmailField } from './form/fields.tsx';
import { Success } from './form/success.tsx';
import { useForm } from './form/use-form.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { usePlace } from './place.ts';

/** The answer is the same for every address: it tells nobody who has an account. */
export default function ForgotPasswordPage() {
  const t = useAuthenticationTexts();
  const { hrefOf } = usePlace();
  const state = useForm({
    initial: { email: '' },
    faultsOf: ({ email }) => ({ email: emailFault(email) }),
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
            <EmailField {...state.text('email')} fault={state.faults.email} autoComplete="username" />
          </AuthForm>
        </>
      )}
      <AppLink href={hrefOf('sign-in')}>{t('backToSignIn')}</AppLink>
    </AuthFrame>
  );
}
