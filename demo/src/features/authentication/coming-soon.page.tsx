import { call } from '../../client/client.ts';
import { HOME } from '../../routing/access.ts';
import { AppLink } from '../../routing/link.tsx';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthForm } from './form/auth-form.tsx';
import { DemoNote } from './form/demo-note.tsx';
import { emailFault } from './form/faults.ts';
import { EmailField } from './form/fields.tsx';
import { Success } from './form/success.tsx';
import { useForm } from './form/use-form.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';

/** A page for what does not exist yet. The reminder becomes a message: that is as far as a demo can write. */
export default function ComingSoonPage() {
  const t = useAuthenticationTexts();
  const state = useForm({
    initial: { email: '' },
    faultsOf: ({ email }) => ({ email: emailFault(email) }),
    send: async ({ email }) => {
      const message = {
        title: t('soonMessage'),
        description: t('soonMessageText', { email: email.trim() }),
        icon: 'calendar' as const,
      };
      await call('POST /api/common/messages', { body: { message } });
    },
  });
  return (
    <AuthFrame title={t('soonTitle')}>
      {state.done ? (
        <>
          <Success>{t('soonDone', { email: state.text('email').value.trim() })}</Success>
          <DemoNote>
            {t('soonDemo')} <AppLink href={HOME}>{t('suite')}</AppLink>
          </DemoNote>
        </>
      ) : (
        <>
          <Lead>{t('soonLead')}</Lead>
          <AuthForm state={state} action={t('soonAction')} busy={t('soonNoting')}>
            <EmailField {...state.text('email')} fault={state.faults.email} autoComplete="email" />
          </AuthForm>
        </>
      )}
    </AuthFrame>
  );
}
