import { Button } from '@mantine/core';
import { AppLink } from '../../routing/link.tsx';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { DemoNote } from './form/demo-note.tsx';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { usePlace } from './place.ts';

/** After the sign-up: what is still missing. */
export default function ConfirmationRequiredPage() {
  const t = useAuthenticationTexts();
  const { hrefOf } = usePlace();
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
