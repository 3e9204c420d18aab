import type { RoleEffect, RoleEffects } from '@rise/contract';
import { Notice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { ROLE_NAMES } from '../../session/role-names.ts';
import cards from '../../embedding/cards.module.css';
import classes from './provisioning.module.css';

/** Who would gain and lose which role. */
export function RoleEffectsList({ effects: { people, total, isLastAdministrator } }: { effects: RoleEffects }) {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className={classes.text}>
        {total === 0 ? t('provisioning.effects.none') : t('provisioning.effects.total', { count: total })}
      </p>
      {isLastAdministrator && <Notice tone="warning">{t('provisioning.effects.lastAdministrator')}</Notice>}
      {people.length > 0 && (
        <ul className={cards.list} aria-label={t('provisioning.effects.list')}>
          {people.map((person) => (
            <EffectItem key={person.id} person={person} />
          ))}
        </ul>
      )}
      {people.length < total && (
        <p className={cards.hint}>{t('provisioning.effects.more', { count: total - people.length })}</p>
      )}
    </>
  );
}

function EffectItem({ person: { name, gains, loses, isWaiting } }: { person: RoleEffect }) {
  const { t } = useTranslation();
  const names = (roles: RoleEffect['gains']) => roles.map((role) => t(ROLE_NAMES[role])).join(', ');
  const facts = [
    ...(loses.length > 0 ? [t('provisioning.effects.loses', { roles: names(loses) })] : []),
    ...(gains.length > 0 ? [t('provisioning.effects.gains', { roles: names(gains) })] : []),
    ...(isWaiting ? [t('provisioning.effects.waiting')] : []),
  ];
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        <span className={cards.name}>{name}</span>
        <p className={classes.facts}>{facts.join(' · ')}</p>
      </div>
    </li>
  );
}
