import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState, useLayoutEffect } from 'react';
import { useObservable } from '@rise/ui/observable';
import { AppLink } from '../../routing/link.tsx';
import { signOut } from '../../session/session.ts';
import { session } from '../../session/token.ts';
import { useAuthenticationTexts } from './authentication.texts.ts';
import { AuthFrame, Lead } from './frame/auth-frame.tsx';
import { useAuthPage } from './use-auth-page.ts';

const SECONDS = 5;

/** Signs out, confirms it and redirects after a countdown that the visitor can stop. */
export default function SignOutPage() {
  const t = useAuthenticationTexts();
  const { showcase, hrefOf, turnTo } = useAuthPage();
  const signedIn = useObservable(session) === 'in';
  // In the showcase, viewing the page must neither sign out nor redirect: only the button does.
  const [secondsLeft, setSecondsLeft] = useState<number | null>(showcase ? null : SECONDS);
  const onward = useRef<HTMLAnchorElement>(null);
  // The button disappears after use and would lose the focus.
  const [acted, setActed] = useState<'signed out' | 'stayed' | null>(null);
  useLayoutEffect(() => {
    if (acted) onward.current?.focus();
  }, [acted]);

  useEffect(() => {
    if (!showcase) signOut();
  }, [showcase]);
  useEffect(() => {
    if (secondsLeft === null) return;
    if (secondsLeft === 0) return turnTo('sign-in');
    const next = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(next);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one tick per second, regardless of renders
  }, [secondsLeft]);

  if (showcase && signedIn)
    return (
      <AuthFrame title={t('signOutTitle')}>
        <Lead>{t('signOutLead')}</Lead>
        <Button
          onClick={() => {
            signOut();
            setSecondsLeft(SECONDS);
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
        <span aria-hidden={secondsLeft !== null}>
          {secondsLeft === null ? t('goneStays') : t('goneSoon', { count: secondsLeft })}
        </span>
        {/* Said once, not every second. */}
        <VisuallyHidden role="status">{secondsLeft === null ? '' : t('goneSoon', { count: SECONDS })}</VisuallyHidden>
      </Lead>
      <Button component={AppLink} ref={onward} href={hrefOf('sign-in')}>
        {t('goToSignIn')}
      </Button>
      {secondsLeft !== null && (
        <Button
          variant="default"
          onClick={() => {
            setSecondsLeft(null);
            setActed('stayed');
          }}
        >
          {t('stay')}
        </Button>
      )}
    </AuthFrame>
  );
}
