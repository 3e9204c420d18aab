import '@mantine/core/styles/Alert.layer.css';
import { Alert, Button, VisuallyHidden } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useAuthenticationTexts } from '../authentication.texts.ts';
import type { Failure, useForm } from './use-form.ts';
import classes from './form.module.css';

interface AuthFormProps {
  state: Pick<ReturnType<typeof useForm>, 'form' | 'pending' | 'failure'>;
  action: string;
  /** Announced while the request is pending. */
  busy: string;
  /** Shown when the input is rejected. */
  refused?: string;
  children: ReactNode;
}

/** Fields with one submit button below and the error above. */
export function AuthForm({ state: { form, pending, failure }, action, busy, refused, children }: AuthFormProps) {
  const t = useAuthenticationTexts();
  const messages: Record<Failure, string> = { refused: refused ?? t('unanswered'), unanswered: t('unanswered') };
  return (
    <form {...form} className={classes['form']} aria-busy={pending}>
      {failure && (
        <Alert
          variant="outline"
          color="negative"
          role="alert"
          icon={<IconAlertCircle aria-hidden />}
          className={classes['alert']!}
        >
          {messages[failure]}
        </Alert>
      )}
      {children}
      <Button type="submit" fullWidth loading={pending} className={classes['submit']!}>
        {action}
      </Button>
      <VisuallyHidden role="status">{pending ? busy : ''}</VisuallyHidden>
    </form>
  );
}
