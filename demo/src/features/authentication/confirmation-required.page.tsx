import { Button } from '@mantine/core';
import { AppLink } from '../../routing/link.tsx';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { DemoNote } from './form/demo-note.tsx';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { useAuthPage } from './use-auth-page.ts';

/** Shown after the sign-up: the email address must be confirmed. */
export default function ConfirmationRequiredPage() {
  const t = useAuthenticationTexts();
  const { hrefOf } = useAuthPage();
  return (
    <AuthFrame title={t('confirmTitle')}>
      <Lead>{t('confirmLead')}</Lead>
      <DemoNote>{t('confirmDemo')}</DemoNote>
      <Button component={AppLink} href={hrefOf('sign-in')}>
        {t('goToSignIn')}
      </Button>
    </AuthFrame>
  );
}
