import { call } from '../../client/client.ts';
import { HOME } from '../../routing/access.ts';
import { AppLink } from '../../routing/link.tsx';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthForm } from './form/auth-form.tsx';
import { DemoNote } from './form/demo-note.tsx';
import { validateEmail } from './form/validation.ts';
import { EmailField } from './form/fields.tsx';
import { Success } from './form/success.tsx';
import { useForm } from './form/use-form.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';

/** A "coming soon" page. The reminder becomes a message in the inbox, because the demo sends no email. */
export default function ComingSoonPage() {
  const t = useAuthenticationTexts();
  const state = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: validateEmail(email) }),
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
            <EmailField {...state.text('email')} issue={state.errors.email} autoComplete="email" />
          </AuthForm>
        </>
      )}
    </AuthFrame>
  );
}
