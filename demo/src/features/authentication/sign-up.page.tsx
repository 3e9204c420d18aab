import { call } from '../../client/client.ts';
import { AppLink } from '../../routing/link.tsx';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthForm } from './form/auth-form.tsx';
import { validateEmail, validateNewPassword, SHORTEST_PASSWORD } from './form/validation.ts';
import { EmailField, PasswordField, TextField, TickField } from './form/fields.tsx';
import { useForm } from './form/use-form.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { useAuthPage } from './use-auth-page.ts';

export default function SignUpPage() {
  const t = useAuthenticationTexts();
  const { hrefOf, turnTo } = useAuthPage();
  const state = useForm({
    initial: { name: '', email: '', password: '', company: '', agreements: false },
    validate: (values) => ({
      ...(values.name.trim() === '' && { name: 'nameMissing' }),
      email: validateEmail(values.email),
      password: validateNewPassword(values.password),
      ...(!values.agreements && { agreements: 'termsMissing' }),
    }),
    send: async ({ name, email, password, company, agreements }) => {
      await call('POST /api/auth/sign-up', {
        body: { name: name.trim(), email: email.trim(), password, company: company.trim() || null, agreements },
      });
      turnTo('confirmation-required');
    },
  });
  const { errors: issues, text, tick } = state;
  return (
    <AuthFrame title={t('signUp')}>
      <Lead>
        {t('signUpLead')} <AppLink href={hrefOf('sign-in')}>{t('signIn')}</AppLink>
      </Lead>
      <AuthForm state={state} action={t('createAccount')} busy={t('signingUp')}>
        <TextField {...text('name')} label={t('name')} issue={issues.name} autoComplete="name" />
        <EmailField {...text('email')} issue={issues.email} autoComplete="email" />
        <PasswordField
          {...text('password')}
          label={t('password')}
          description={t('passwordHint', { least: SHORTEST_PASSWORD })}
          issue={issues.password}
          autoComplete="new-password"
        />
        <TextField
          {...text('company')}
          label={t('optional', { field: t('company') })}
          issue={undefined}
          autoComplete="organization"
        />
        <TickField {...tick('agreements')} label={t('terms')} issue={issues.agreements} />
      </AuthForm>
    </AuthFrame>
  );
}
