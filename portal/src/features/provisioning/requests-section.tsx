import { Button, Switch } from '@mantine/core';
import type { ProvisioningRequest } from '@rise/contract';
import { ListSkeleton, StatusPill } from '@rise/ui';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { requestsQuery } from './provisioning.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './provisioning.module.css';

/** What the provider sent lately, and what became of it. */
export function RequestsSection() {
  const { t } = useTranslation();
  const [isFailed, setIsFailed] = useState(false);
  const found = useQuery(requestsQuery(isFailed));
  return (
    <section className={cards.card} aria-labelledby="provisioning-requests">
      <h2 id="provisioning-requests" className={cards.heading}>
        {t('provisioning.requests.title')}
      </h2>
      <p className={cards.hint}>{t('provisioning.requests.help')}</p>
      <div className={classes.fields}>
        <Switch
          label={t('provisioning.requests.failed')}
          checked={isFailed}
          onChange={({ currentTarget }) => setIsFailed(currentTarget.checked)}
        />
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={found.isFetching}
          onClick={() => void found.refetch()}
        >
          {t('provisioning.requests.refresh')}
        </Button>
      </div>
      {found.isError ? (
        <p role="alert" className={cards.error}>
          {errorText(found.error, t).message}
        </p>
      ) : found.isPending ? (
        <ListSkeleton rows={3} />
      ) : found.data.requests.length === 0 ? (
        <p role="status" className={cards.hint}>
          {t(isFailed ? 'provisioning.requests.noneFailed' : 'provisioning.requests.none')}
        </p>
      ) : (
        <ul className={cards.list} aria-label={t('provisioning.requests.title')}>
          {found.data.requests.map((request) => (
            <RequestItem key={request.id} request={request} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RequestItem({ request: { at, method, path, name, token, status, error } }: { request: ProvisioningRequest }) {
  const { t, i18n } = useTranslation();
  const facts = [formatMoment(at, i18n.language), ...(name === null ? [] : [name]), token];
  return (
    <li className={classes.item}>
      <div className={classes.words}>
        {method !== '' && (
          <p className={classes.path}>
            {method} {path}
          </p>
        )}
        <p className={classes.facts}>{facts.join(' · ')}</p>
        {error !== null && <p className={cards.error}>{error}</p>}
      </div>
      <StatusPill tone={error === null ? 'positive' : 'negative'}>
        {t(error === null ? 'provisioning.requests.done' : 'provisioning.requests.refused', { status })}
      </StatusPill>
    </li>
  );
}
