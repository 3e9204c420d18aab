import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useObservable } from '@rise/ui/kernel';
import { AppLink } from '../../routing/link.tsx';
import { signOut } from '../../session/session.ts';
import { session } from '../../session/token.ts';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { usePlace } from './place.ts';

const SECONDS = 5;

/** Signs out, says so, and leads on after a while unless somebody wants to stay. */
export default function SignOutPage() {
  const t = useAuthenticationTexts();
  const { showcase, hrefOf, turnTo } = usePlace();
  const signedIn = useObservable(session) === 'in';
  // Looking at the page must not sign anybody out, nor lead away from it: there the button does.
  const [left, setLeft] = useState<number | null>(showcase ? null : SECONDS);
  const onward = useRef<HTMLAnchorElement>(null);
  // A button that has done its work goes, and the focus with it.
  const [acted, setActed] = useState<'signed out' | 'stayed' | null>(null);
  useEffect(() => {
    if (acted) onward.current?.focus();
  }, [acted]);

  useEffect(() => {
    if (!showcase) signOut();
  }, [showcase]);
  useEffect(() => {
    if (left === null) return;
    if (left === 0) return turnTo('sign-in');
    const next = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(next);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one step a second, whatever else is drawn
  }, [left]);

  if (showcase && signedIn)
    return (
      <AuthFrame title={t('signOutTitle')}>
        <Lead>{t('signOutLead')}</Lead>
        <Button
          onClick={() => {
            signOut();
            setLeft(SECONDS);
            setActed('signed out');
          }}
        >
          {t('signOutAction')}
        </Button>
      </AuthFrame>
    );
  return (
    <AuthFrame title={t('goneTitle')}>
      <Lead>
        <span aria-hidden={left !== null}>{left === null ? t('goneStays') : t('goneSoon', { count: left })}</span>
        {/* Said once, not every second. */}
        <VisuallyHidden role="status">{left === null ? '' : t('goneSoon', { count: SECONDS })}</VisuallyHidden>
      </Lead>
      <Button component={AppLink} ref={onward} href={hrefOf('sign-in')}>
        {t('goToSignIn')}
      </Button>
      {left !== null && (
        <Button
          variant="default"
          onClick={() => {
            setLeft(null);
            setActed('stayed');
          }}
        >
          {t('stay')}
        </Button>
      )}
    </AuthFrame>
  );
}
