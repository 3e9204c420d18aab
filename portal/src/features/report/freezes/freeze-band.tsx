import { Button } from '@mantine/core';
import type { FreezeVerification, FrozenReport } from '@rise/contract';
import { IconGitCompare, IconShieldCheck, IconSnowflake } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { AppLink } from '../../../routing/link.tsx';
import { factsOf, shortHash } from './freeze-facts.ts';
import { useVerifyFreeze } from './freezes.queries.ts';
import panels from '../panels.module.css';
import classes from './freezes.module.css';

/** Says that the page is a freeze: its name, who froze it from which versions, its hash, and whether it still holds. */
export function FreezeBand({ frozen: { freeze }, report }: { frozen: FrozenReport; report: string }) {
  const { t, i18n } = useTranslation();
  const { id, name, note, hash, corrects, correctedBy } = freeze;
  const verify = useVerifyFreeze(report, id);
  const address = `/reports/${report}/freezes`;
  return (
    <section className={classes.band} aria-label={t('report.freeze.band', { name })}>
      <IconSnowflake size={20} stroke={1.7} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.name}>{t('report.freeze.band', { name })}</p>
        {note !== '' && <p className={classes.text}>{note}</p>}
        <p className={classes.facts}>
          {[...factsOf(freeze, t, i18n.language), t('report.freeze.software', { version: freeze.software })].join(
            ' · ',
          )}
          {' · '}
          <span title={hash}>{t('report.freeze.hash', { hash: shortHash(freeze) })}</span>
        </p>
        {corrects && (
          <p className={classes.facts}>
            <AppLink href={`${address}/${corrects.id}`}>
              {t('report.freeze.correctsNamed', { name: corrects.name })}
            </AppLink>
          </p>
        )}
        {correctedBy && (
          <p className={classes.text}>
            <AppLink href={`${address}/${correctedBy.id}`}>
              {t('report.freeze.correctedBy', { name: correctedBy.name })}
            </AppLink>
          </p>
        )}
        <p role="status" className={classes.text} data-failed={verify.data && !isGood(verify.data) ? true : undefined}>
          {verify.data ? verdict(verify.data, t) : verify.error ? errorText(verify.error, t).message : ''}
        </p>
      </div>
      <div className={panels.actions}>
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          loading={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {t('report.freeze.verify')}
        </Button>
        <Button
          component={AppLink}
          variant="default"
          leftSection={<IconGitCompare size={16} aria-hidden />}
          href={`${address}/${id}/compare`}
        >
          {t('report.freeze.compareNow')}
        </Button>
      </div>
    </section>
  );
}

const isGood = ({ intact, rerun }: FreezeVerification) => intact && rerun?.status !== 'different';

function verdict({ intact, broken, rerun }: FreezeVerification, t: TFunction): string {
  const first = intact ? t('report.freeze.intact') : broken.map((part) => t(`report.freeze.broken.${part}`)).join(' ');
  if (!rerun) return first;
  if (rerun.status === 'same') return `${first} ${t('report.freeze.rerun.same', { count: rerun.figures })}`;
  if (rerun.status === 'different')
    return `${first} ${t('report.freeze.rerun.different', { count: rerun.moved, figures: rerun.figures })}`;
  return `${first} ${t(`report.freeze.notRun.${rerun.reason}`)}`;
}
