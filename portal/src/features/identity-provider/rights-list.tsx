import type { ClaimedRights } from '@rise/contract';
import { StatusPill } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { FAILURES } from './provider-words.ts';
import cards from '../../embedding/cards.module.css';
import classes from './identity-provider.module.css';

/** Who people would be with their claims, and which claim gives which role. */
export function RightsList({ people, label }: { people: readonly ClaimedRights[]; label: string }) {
  const { t } = useTranslation();
  return (
    <ul className={cards.list} aria-label={label}>
      {people.map((rights) => (
        <li key={JSON.stringify(rights)} className={classes.person}>
          <div className={classes.head}>
            <span className={cards.name}>
              {rights.name || rights.email || rights.subject || t('identityProvider.nobody')}
            </span>
            <StatusPill tone={rights.problem === null ? 'positive' : 'negative'}>
              {t(rights.problem === null ? 'identityProvider.canSignIn' : 'identityProvider.cannotSignIn')}
            </StatusPill>
          </div>
          {rights.subject !== null && (
            <p className={cards.code}>
              {rights.subject} {rights.email}
            </p>
          )}
          {rights.problem !== null && <p className={classes.text}>{t(FAILURES[rights.problem])}</p>}
          {rights.roles.map(({ role, value }) => {
            const name = t(ROLE_NAMES[role]);
            return (
              <p key={role} className={classes.text}>
                {value === null
                  ? t('identityProvider.roleByDefault', { role: name })
                  : t('identityProvider.roleByValue', { role: name, value })}
              </p>
            );
          })}
          {rights.groups.length > 0 && (
            <p className={classes.text}>{t('identityProvider.groups', { groups: rights.groups.join(', ') })}</p>
          )}
          {rights.email !== '' && !rights.isEmailVerified && (
            <p className={cards.hint}>{t('identityProvider.unverified')}</p>
          )}
        </li>
      ))}
    </ul>
  );
}
