import { Alert, Button, PasswordInput, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { wayBack } from '../../routing/access.ts';
import { signIn } from '../../session/session.ts';
import { useAuthenticationTexts } from './authentication.texts.ts';

export default function SignInPage() {
  const t = useAuthenticationTexts();
  const router = useRouter();
  const [email, setEmail] = useState('demo@rise.example');
  const [password, setPassword] = useState('rise-demo');
  const [state, setState] = useState<'idle' | 'pending' | 'wrong'>('idle');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setState('pending');
    try {
      const to = wayBack(router.state.location.href);
      await signIn(email, password);
      await router.navigate({ href: to });
    } catch {
      setState('wrong');
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <h1>{t('signIn')}</h1>
      {state === 'wrong' && <Alert color="red">{t('wrong')}</Alert>}
      <TextInput label={t('email')} value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
      <PasswordInput
        label={t('password')}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <Button type="submit" loading={state === 'pending'}>
        {t('signIn')}
      </Button>
    </form>
  );
}
