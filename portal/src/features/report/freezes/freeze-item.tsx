import { Button } from '@mantine/core';
import type { ReportFreeze } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../routing/link.tsx';
import { factsOf } from './freeze-facts.ts';
import panels from '../panels.module.css';
import classes from './freezes.module.css';

interface FreezeItemProps {
  report: string;
  freeze: ReportFreeze;
  freezes: readonly ReportFreeze[];
}

/** One freeze in the list: who froze what, what it corrects, and where it is opened and compared. */
export function FreezeItem({ report, freeze, freezes }: FreezeItemProps) {
  const { t, i18n } = useTranslation();
  const { id, name, note, corrects, correctedBy, can } = freeze;
  const address = `/reports/${report}/freezes/${id}`;
  const before = freezes.find(({ number }) => number === freeze.number - 1);
  return (
    <li className={panels.item} aria-label={name}>
      <h3 className={classes.name}>{can.read ? <AppLink href={address}>{name}</AppLink> : name}</h3>
      {note !== '' && <p className={classes.text}>{note}</p>}
      <p className={classes.facts}>{factsOf(freeze, t, i18n.language).join(' · ')}</p>
      {corrects && <p className={classes.facts}>{t('report.freeze.correctsNamed', { name: corrects.name })}</p>}
      {correctedBy && <p className={classes.facts}>{t('report.freeze.correctedBy', { name: correctedBy.name })}</p>}
      {can.read ? (
        <div className={panels.actions}>
          <Button component={AppLink} size="compact-sm" variant="light" href={`${address}/compare`}>
            {t('report.freeze.compareNow')}
          </Button>
          {before?.can.read && (
            <Button
              component={AppLink}
              size="compact-sm"
              variant="subtle"
              href={`/reports/${report}/freezes/${before.id}/compare?with=${id}`}
            >
              {t('report.freeze.compareWith', { name: before.name })}
            </Button>
          )}
        </div>
      ) : (
        <p className={classes.text}>{t('report.freeze.otherRights')}</p>
      )}
    </li>
  );
}
