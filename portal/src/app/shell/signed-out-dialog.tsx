import { useConfirm } from '@rise/ui';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useObservable } from '@rise/ui/observable';
import { sessionLapsed } from '../../session/session.ts';
import { signInAddress } from '../../session/sign-in.ts';

/** Says that the session has ended; signing in again returns to the open address. */
export function SignedOutDialog() {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const router = useRouter();
  const lapsed = useObservable(sessionLapsed);
  useEffect(() => {
    if (!lapsed) return;
    void confirm({
      title: t('signedOut.title'),
      message: t('signedOut.message'),
      icon: { name: 'info', color: 'info' },
      actions: { confirm: { label: t('signedOut.signIn'), color: 'primary' }, cancel: { show: false } },
      dismissible: false,
    }).then(() => window.location.assign(signInAddress(router.state.location.href)));
  }, [lapsed, confirm, router, t]);
  return null;
}
