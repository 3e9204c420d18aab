import { Button } from '@mantine/core';
import type { ApiToken } from '@rise/contract';
import { ErrorState, ListSkeleton, StatusPill, useConfirm } from '@rise/ui';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatAgo, formatMoment } from '../../dates/moments.ts';
import { useSession } from '../../session/session.ts';
import { useSettings } from '../../settings/settings.ts';
import { AiClients } from './ai-clients.tsx';
import { permissionName } from './names.ts';
import { TokenForm } from './token-form.tsx';
import { tokensQuery, useRevokeToken } from './user.queries.ts';
import classes from './user.module.css';

/** The person's API tokens, and the form that creates one. */
export function TokenList() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const { aiClients } = useSettings();
  const tokens = useQuery(tokensQuery);
  const revoke = useRevokeToken();
  if (tokens.isPending) return <ListSkeleton rows={2} />;
  if (tokens.isError) return <ErrorState {...errorText(tokens.error, t)} onRetry={() => void tokens.refetch()} />;
  return (
    <>
      <p className={classes.intro}>{t('user.tokens.help')}</p>
      {tokens.data.tokens.length > 0 && (
        <ul className={classes.tokens} aria-label={t('user.tokens.title')}>
          {tokens.data.tokens.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => revoke.mutate(token.id)} />
          ))}
        </ul>
      )}
      {revoke.isError && (
        <p role="alert" className={classes.failed}>
          {errorText(revoke.error, t).message}
        </p>
      )}
      {tenant === null ? (
        <p className={classes.note}>{t('user.tokens.noTenant')}</p>
      ) : (
        <>
          <TokenForm tenant={tenant.name} permissions={tokens.data.permissions} />
          {aiClients && <AiClients />}
        </>
      )}
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const confirm = useConfirm();
  const [now] = useState(() => new Date());
  const { name, scopes, permissions, tenant, expiresAt, expired, lastUsedAt } = token;
  const moment = formatMoment(expiresAt, language);
  const details = [
    permissions === null
      ? scopes.map((scope) => t(`user.tokens.scope.${scope}`)).join(', ')
      : permissions.map((permission) => permissionName(permission, t)).join(', '),
    tenant?.name ?? t('user.tokens.allTenants'),
    expired ? t('user.tokens.expired', { moment }) : t('user.tokens.expires', { moment }),
    lastUsedAt === null
      ? t('user.tokens.unused')
      : t('user.tokens.used', { ago: formatAgo(lastUsedAt, now, language) }),
  ];
  const confirmRevoke = async () => {
    const answer = await confirm({
      title: t('user.tokens.confirmTitle', { name }),
      message: t('user.tokens.confirmMessage'),
      actions: { confirm: { label: t('user.tokens.revoke'), color: 'warn' }, cancel: { label: t('common.cancel') } },
    });
    if (answer === 'confirmed') onRevoke();
  };
  return (
    <li className={classes.session} aria-label={name}>
      <IconKey size={20} stroke={1.6} aria-hidden className={classes.device} />
      <div className={classes.words}>
        <div className={classes.name}>
          {name} {expired && <StatusPill tone="neutral">{t('user.tokens.isExpired')}</StatusPill>}
        </div>
        <div className={classes.detail}>{details.join(' · ')}</div>
      </div>
      <Button
        variant="default"
        aria-label={t('user.tokens.revokeNamed', { name })}
        onClick={() => void confirmRevoke()}
      >
        {t('user.tokens.revoke')}
      </Button>
    </li>
  );
}
