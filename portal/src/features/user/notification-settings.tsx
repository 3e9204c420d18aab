import { Switch } from '@mantine/core';
import type { NotificationChoice } from '@rise/contract';
import { ErrorState, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useSession } from '../../session/session.ts';
import { NOTIFICATION_NAMES } from './names.ts';
import { notificationChoicesQuery, useChooseNotification } from './user.queries.ts';
import classes from './user.module.css';

const CHANNELS = ['portal', 'mail'] as const;

/** Which notifications the person gets in their organization, by kind and channel. */
export function NotificationSettings() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const choices = useQuery({ ...notificationChoicesQuery, enabled: tenant !== null });
  const choose = useChooseNotification();
  if (tenant === null) return <p className={classes.note}>{t('user.notifications.noTenant')}</p>;
  if (choices.isError) return <ErrorState {...errorText(choices.error, t)} onRetry={() => void choices.refetch()} />;
  if (choices.isPending) return <ListSkeleton rows={5} />;
  const list = choices.data.choices;
  const kinds = [...new Set(list.map(({ kind }) => kind))];
  // What is being stored, until it is.
  const shown = (choice: NotificationChoice): boolean => {
    const { variables } = choose;
    const isPending = choose.isPending && variables?.kind === choice.kind && variables.channel === choice.channel;
    return isPending ? variables.on : choice.on;
  };
  return (
    <>
      <table className={classes.choices}>
        <thead>
          <tr>
            <th scope="col">{t('user.notifications.kind')}</th>
            {CHANNELS.map((channel) => (
              <th key={channel} scope="col" className={classes.channel}>
                {t(`user.notifications.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((kind) => (
            <tr key={kind}>
              <th scope="row" className={classes.kind}>
                <span className={classes.name}>{t(NOTIFICATION_NAMES[kind].name)}</span>
                <span className={classes.detail}>{t(NOTIFICATION_NAMES[kind].help)}</span>
              </th>
              {CHANNELS.map((channel) => {
                const choice = list.find((one) => one.kind === kind && one.channel === channel);
                return (
                  <td key={channel} className={classes.channel}>
                    {choice?.locked ? (
                      <span className={classes.detail}>{t('user.notifications.always')}</span>
                    ) : choice ? (
                      <Switch
                        className={classes.switch}
                        aria-label={`${t(NOTIFICATION_NAMES[kind].name)}: ${t(`user.notifications.channel.${channel}`)}`}
                        checked={shown(choice)}
                        onChange={({ currentTarget }) => choose.mutate({ kind, channel, on: currentTarget.checked })}
                      />
                    ) : (
                      <span className={classes.detail} aria-label={t('user.notifications.none')} role="img">
                        –
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      {choose.isError && (
        <p role="alert" className={classes.failed}>
          {errorText(choose.error, t).message}
        </p>
      )}
      <p className={classes.note}>{t('user.notifications.note', { tenant: tenant.name })}</p>
    </>
  );
}
