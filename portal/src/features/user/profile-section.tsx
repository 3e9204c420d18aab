import { Button } from '@mantine/core';
import { Avatar, ErrorState } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '@rise/contract/client';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import { DoneLine, useDone } from '../../page-frame/done-line.tsx';
import { PICTURE_TYPES, storedPicture } from '../../pictures/picture-file.ts';
import { useSession } from '../../session/session.ts';
import { ROLE_NAMES } from '../../session/role-names.ts';
import { profileQuery, useRemovePicture, useSetPicture } from './user.queries.ts';
import classes from './user.module.css';

/** Who the person is: the picture is theirs to change, all else comes from the identity provider. */
export function ProfileSection() {
  const { t, i18n } = useTranslation();
  const { account, tenant, tenants } = useSession();
  const profile = useQuery(profileQuery);
  if (profile.isError) return <ErrorState {...errorText(profile.error, t)} onRetry={() => void profile.refetch()} />;
  if (profile.isPending) return null;
  const { provider, roles, groups, attributes, lastSignInAt, picture } = profile.data;
  const facts: (readonly [name: string, value: string])[] = [
    [t('user.profile.name'), `${account.firstName} ${account.lastName}`.trim() || account.email],
    [t('user.profile.email'), account.email],
    [t('user.profile.roles'), roles.map((role) => t(ROLE_NAMES[role])).join(', ')],
    ...(groups.length > 0 ? [[t('user.profile.groups'), groups.join(', ')] as const] : []),
    ...Object.entries(attributes)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.join(', ')] as const),
    ...(lastSignInAt === null
      ? []
      : [[t('user.profile.lastSignIn'), formatMoment(lastSignInAt, i18n.language)] as const]),
  ];
  return (
    <>
      <PictureSetting picture={picture} />
      <Facts facts={facts} />
      <p className={classes.note}>{t('user.profile.note', { provider })}</p>
      <div className={classes.here}>
        <Facts
          facts={[
            [t('user.profile.tenant'), tenant?.name ?? t('user.profile.noTenant')],
            ...(tenants.length > 1
              ? [[t('user.profile.tenants'), tenants.map((option) => option.name).join(', ')] as const]
              : []),
          ]}
        />
      </div>
    </>
  );
}

function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The file is no picture: the server's text says so in English only. */
const isRefused = (error: Error) => error instanceof ApiError && error.code === 'VALIDATION_FAILED';

function PictureSetting({ picture }: { picture: string | null }) {
  const { t } = useTranslation();
  const { account } = useSession();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { done, onDone, clear } = useDone();
  const set = useSetPicture();
  const remove = useRemovePicture();
  const upload = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.currentTarget.files ?? [];
    // The same file can be chosen again after an error.
    event.currentTarget.value = '';
    if (!file) return;
    remove.reset();
    clear();
    set.mutate(file);
  };
  const removeIt = async () => {
    set.reset();
    const former = picture === null ? null : await storedPicture(picture);
    remove.mutate(undefined, {
      onSuccess: () => {
        const undo = former && { run: () => set.mutateAsync(former), done: t('user.picture.restored') };
        onDone(t('user.picture.removed'), undo ?? undefined);
        // The button is gone with the picture.
        button.current?.focus();
      },
    });
  };
  const error = set.error ?? remove.error;
  return (
    <div className={classes.picture}>
      <Avatar person={account} size={64} />
      <div className={classes.words}>
        <div className={classes.buttons}>
          <input
            ref={input}
            type="file"
            accept={PICTURE_TYPES.join(',')}
            hidden
            aria-label={t('user.picture.choose')}
            onChange={upload}
          />
          <Button ref={button} variant="default" loading={set.isPending} onClick={() => input.current?.click()}>
            {picture !== null ? t('user.picture.replace') : t('user.picture.upload')}
          </Button>
          {picture !== null && (
            <Button variant="subtle" loading={remove.isPending} onClick={() => void removeIt()}>
              {t('user.picture.remove')}
            </Button>
          )}
        </div>
        <DoneLine done={done} onDone={onDone} className={classes.detail} />
        <p className={classes.detail}>{t('user.picture.help')}</p>
        {error !== null && (
          <p role="alert" className={classes.failed}>
            {isRefused(error) ? t('user.picture.refused') : errorText(error, t).message}
          </p>
        )}
      </div>
    </div>
  );
}
