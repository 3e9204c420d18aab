import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useObservable } from '@rise/ui/observable';
import { PageFrame } from '../../page-frame/page-frame.tsx';
import { DEFAULT_PAGE, LANDING } from '../../routing/access.ts';
import { AppLink } from '../../routing/link.tsx';
import type { SearchParams } from '@rise/ui/search-params';
import { useSettings } from '../../settings/settings.ts';
import { currentSession } from '../../session/session.ts';
import { signInAddress } from '../../session/sign-in.ts';
import { KeyArt } from './key-art.tsx';
import { reasonFor, requestIdFrom } from './reasons.ts';
import classes from './login-failed.module.css';

/** Shown after a failed sign-in. Signed-in people who open the address are redirected. */
export default function LoginFailedPage() {
  return useObservable(currentSession) === null ? <FailedSignIn /> : <AlreadySignedIn />;
}

function AlreadySignedIn() {
  const { t } = useTranslation();
  return (
    <PageFrame logoHref={LANDING}>
      <section className={classes.card}>
        <h1 className={classes.title}>{t('loginFailed.signedIn.title')}</h1>
        <p className={classes.text}>{t('loginFailed.signedIn.text')}</p>
        <div className={classes.actions}>
          <Button component={AppLink} href={DEFAULT_PAGE}>
            {t('loginFailed.toLanding')}
          </Button>
        </div>
      </section>
    </PageFrame>
  );
}

/** What happened, what to do, and the reference number for support. */
function FailedSignIn() {
  const { t } = useTranslation();
  const { signIn } = useSettings();
  const search: SearchParams = useSearch({ strict: false });
  const reason = reasonFor(search.reason);
  const requestId = requestIdFrom(search.request);
  return (
    <PageFrame logoHref={LANDING}>
      <section className={classes.card}>
        <KeyArt />
        <h1 className={classes.title}>{t(reason.title)}</h1>
        <p className={classes.text}>{t(reason.happened)}</p>
        <h2 className={classes.next}>{t('loginFailed.whatToDo')}</h2>
        <p className={classes.text}>{t(reason.remedy)}</p>
        <div className={classes.actions}>
          <Button component="a" href={search.returnTo ? signInAddress(search.returnTo) : signIn.path}>
            {t('loginFailed.tryAgain')}
          </Button>
          <Button component={AppLink} href={LANDING} variant="default">
            {t('loginFailed.toLanding')}
          </Button>
        </div>
        {requestId && (
          <p className={classes.quote}>
            {t('loginFailed.quote')} <code>{requestId}</code>
          </p>
        )}
      </section>
    </PageFrame>
  );
}
