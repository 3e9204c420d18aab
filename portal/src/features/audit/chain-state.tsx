import { Button } from '@mantine/core';
import type { AuditChain } from '@rise/contract';
import { formatInteger } from '@rise/ui';
import { IconShieldCheck, IconShieldExclamation } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { auditChainQuery, useVerifyChain } from './audit.queries.ts';
import { exactMoment } from '../../audit-trail/audit-words.ts';
import classes from './audit.module.css';

/** Up to when the trail is sealed, and whether the seal is whole. */
export function ChainState({ of }: { of: string | null }) {
  const { t } = useTranslation();
  const chain = useQuery(auditChainQuery(of));
  const verify = useVerifyChain(of);
  const error = chain.error ?? verify.error;
  const isBroken = chain.data?.verified?.brokenLink != null;
  const Icon = isBroken ? IconShieldExclamation : IconShieldCheck;
  return (
    <section className={classes.chain} aria-label={t('auditTrail.chain.title')}>
      <Icon size={20} aria-hidden />
      <div className={classes.chainTexts} role="status">
        {chain.data && <ChainTexts chain={chain.data} />}
      </div>
      <Button variant="default" size="xs" loading={verify.isPending} onClick={() => verify.mutate()}>
        {t('auditTrail.chain.verify')}
      </Button>
      {error && (
        <p role="alert" className={classes.error}>
          {errorText(error, t).message}
        </p>
      )}
    </section>
  );
}

function ChainTexts({ chain: { sealedAt, waiting, waitingSince, retentionDays, verified } }: { chain: AuditChain }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const moment = (iso: string) => exactMoment(iso, language);
  return (
    <>
      <p>
        {sealedAt === null ? t('auditTrail.chain.unsealed') : t('auditTrail.chain.sealed', { time: moment(sealedAt) })}
        {waiting > 0 && waitingSince !== null && (
          <span className={classes.hint}>
            {' · '}
            {t('auditTrail.chain.waiting', { count: waiting, time: moment(waitingSince) })}
          </span>
        )}
      </p>
      {verified === null ? (
        <p className={classes.hint}>{t('auditTrail.chain.unverified')}</p>
      ) : verified.brokenLink === null ? (
        <p className={classes.hint}>
          {t('auditTrail.chain.verified', {
            time: moment(verified.at),
            records: formatInteger(verified.records, language),
            links: formatInteger(verified.links, language),
          })}
        </p>
      ) : (
        <p className={classes.broken}>
          {t('auditTrail.chain.broken', {
            link: formatInteger(verified.brokenLink, language),
            time: moment(verified.at),
          })}
        </p>
      )}
      <p className={classes.hint}>
        {t('auditTrail.chain.retention', { count: retentionDays, days: formatInteger(retentionDays, language) })}
      </p>
    </>
  );
}
