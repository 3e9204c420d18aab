import { Button } from '@mantine/core';
import type { ProviderTest } from '@rise/contract';
import { Notice, StatusPill } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { formatMoment } from '../../dates/moments.ts';
import { FAILURES } from './provider-words.ts';
import { RightsList } from './rights-list.tsx';
import cards from '../../embedding/cards.module.css';
import classes from './identity-provider.module.css';

/** A whole sign-in, without being signed in by it: its claims, and the rights that they would give. */
export function TestSection({ test, isUnavailable }: { test: ProviderTest | null; isUnavailable: boolean }) {
  const { t, i18n } = useTranslation();
  const isPassed = test !== null && test.failure === null;
  return (
    <section className={cards.card} aria-labelledby="provider-test">
      <div className={classes.head}>
        <h2 id="provider-test" className={cards.heading}>
          {t('identityProvider.test')}
        </h2>
        {test && (
          <StatusPill tone={!test.isCurrent ? 'warning' : isPassed ? 'positive' : 'negative'}>
            {t(
              !test.isCurrent
                ? 'identityProvider.outdated'
                : isPassed
                  ? 'identityProvider.passed'
                  : 'identityProvider.failed',
            )}
          </StatusPill>
        )}
      </div>
      <p className={cards.hint}>{t('identityProvider.testHelp')}</p>
      {isUnavailable && <Notice tone="warning">{t('identityProvider.failures.unavailable')}</Notice>}
      {test && (
        <>
          <p className={classes.text}>
            {t('identityProvider.tested', { moment: formatMoment(test.at, i18n.language), person: test.by ?? '–' })}
          </p>
          {test.failure !== null && test.rights === null && <p className={cards.error}>{t(FAILURES[test.failure])}</p>}
          {test.rights && <RightsList people={[test.rights]} label={t('identityProvider.testResult')} />}
          {test.claims && (
            <details>
              <summary>{t('identityProvider.showClaims')}</summary>
              {/* Scrolled by keyboard as well. */}
              <pre className={classes.claims} tabIndex={0} role="region" aria-label={t('identityProvider.showClaims')}>
                {JSON.stringify(test.claims, null, 2)}
              </pre>
            </details>
          )}
        </>
      )}
      <div className={classes.actions}>
        <Button component="a" href="/login/test" variant="default">
          {t('identityProvider.startTest')}
        </Button>
      </div>
    </section>
  );
}
