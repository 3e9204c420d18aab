import { call } from '../../client/client.ts';
import { AppLink } from '../../routing/link.tsx';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthForm } from './form/auth-form.tsx';
import { emailFault, newPasswordFault, SHORTEST_PASSWORD } from './form/faults.ts';
import { EmailField, PasswordField, TextField, TickField } from './form/fields.tsx';
import { useForm } from './form/use-form.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { usePlace } from './place.ts';

export default function SignUpPage() {
  const t = useAuthenticationTexts();
  const { hrefOf, turnTo } = usePlace();
  const state = useForm({
    initial: { name: '', email: '', password: '', company: '', agreements: false },
    faultsOf: (values) => ({
      ...(values.name.trim() === '' && { name: 'nameMissing' }),
      email: emailFault(values.email),
      password: newPasswordFault(values.password),
      ...(!values.agreements && { agreements: 'termsMissing' }),
    }),
    send: async ({ name, email, password, company, agreements }) => {
      await call('POST /api/auth/sign-up', {
        body: { name: name.trim(), email: email.trim(), password, company: company.trim() || null, agreements },
      });
      turnTo('confirmation-required');
    },
  });
  const { faults, text, tick } = state;
  return (
    <AuthFrame title={t('signUp')}>
      <Lead>
        {t('signUpLead')} <AppLink href={hrefOf('sign-in')}>{t('signIn')}</AppLink>
      </Lead>
      <AuthForm state={state} action={t('createAccount')} busy={t('signingUp')}>
        <TextField {...text('name')} label={t('name')} fault={faults.name} autoComplete="name" />
        <EmailField {...text('email')} fault={faults.email} autoComplete="email" />
        <PasswordField
          {...text('password')}
          label={t('password')}
          description={t('passwordHint', { least: SHORTEST_PASSWORD })}
          fault={faults.password}
          autoComplete="new-password"
        />
        <TextField
          {...text('company')}
          label={t('optional', { field: t('company') })}
          fault={undefined}
          autoComplete="organization"
        />
        <TickField {...tick('agreements')} label={t('terms')} fault={faults.agreements} />
      </AuthForm>
    </AuthFrame>
  );
}
