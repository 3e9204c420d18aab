import { Button } from '@mantine/core';
import type { AdministeredAnnouncement, AnnouncementState, NamedTenant } from '@rise/contract';
import { type StatusTone, StatusPill, useConfirm } from '@rise/ui';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import type { OnDone } from '../../../page-frame/done-line.tsx';
import {
  useDeleteAnnouncement,
  useEndAnnouncement,
  usePublishAnnouncement,
  useRestoreEnd,
} from './announcements-administration.queries.ts';
import { ROLE_TEXTS } from './role-texts.ts';
import { momentWithZone } from './moment-with-zone.ts';
import classes from './announcements-administration.module.css';

const TONES = {
  draft: 'neutral',
  scheduled: 'warning',
  active: 'positive',
  ended: 'neutral',
} as const satisfies Record<AnnouncementState, StatusTone>;

interface AnnouncementItemProps {
  announcement: AdministeredAnnouncement;
  tenants: readonly NamedTenant[];
  onEdit: () => void;
  onReaders: () => void;
  onDone: OnDone;
}

/** One announcement in the list: when and for whom it is, and what can be done with it. */
export function AnnouncementItem(props: AnnouncementItemProps) {
  const { announcement, tenants } = props;
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const titleId = useId();
  const { title, state, startDate, endDate, roles, readers } = announcement;
  const write = (iso: string) => momentWithZone(iso, i18n.language);
  const audience = announcement.tenants?.map((id) => tenants.find((tenant) => tenant.id === id)?.name ?? '?');
  const facts = [
    startDate === null
      ? t('announcementAdmin.startsWhenPublished')
      : t('announcementAdmin.from', { moment: write(startDate) }),
    endDate === null ? t('announcementAdmin.noEnd') : t('announcementAdmin.until', { moment: write(endDate) }),
  ];
  const readersOf = [
    audience ? t('announcementAdmin.for', { tenants: audience.join(', ') }) : t('announcementAdmin.forAll'),
    ...(roles === null ? [] : [roles.map((role) => t(ROLE_TEXTS[role])).join(', ')]),
    ...(title.tr === undefined ? [t('announcementAdmin.englishOnly')] : []),
  ];
  return (
    <li className={classes.item} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h2 id={titleId} className={classes.title}>
          {localize(title)}
        </h2>
        <StatusPill tone={TONES[state]}>{t(`announcementAdmin.states.${state}`)}</StatusPill>
      </div>
      <p className={classes.fact}>{facts.join(' · ')}</p>
      <p className={classes.hint}>{readersOf.join(' · ')}</p>
      {state !== 'draft' && <p className={classes.hint}>{t('announcementAdmin.readBy', { count: readers })}</p>}
      <Actions {...props} name={localize(title)} audience={readersOf.join(' · ')} />
    </li>
  );
}

type ActionsProps = AnnouncementItemProps & { name: string; audience: string };

function Actions({ announcement, name, audience, onEdit, onReaders, onDone }: ActionsProps) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const publish = usePublishAnnouncement();
  const end = useEndAnnouncement();
  const restoreEnd = useRestoreEnd();
  const remove = useDeleteAnnouncement();
  const { id, state, startDate, endDate } = announcement;
  const error = publish.error ?? end.error ?? remove.error;
  const deleteIt = async () => {
    const result = await confirm({
      title: t('announcementAdmin.delete.title', { name }),
      message: t('announcementAdmin.delete.message'),
      actions: { confirm: { label: t('announcementAdmin.delete.confirm') } },
    });
    if (result === 'confirmed')
      remove.mutate(id, { onSuccess: () => onDone(t('announcementAdmin.delete.done', { name })) });
  };
  // It cannot be taken back from those who have seen it.
  const publishIt = async () => {
    const isLater = startDate !== null && Date.parse(startDate) > Date.now();
    const result = await confirm({
      title: t('announcementAdmin.publish.title', { name }),
      message: `${audience}. ${t(`announcementAdmin.publish.${isLater ? 'later' : 'now'}`)}`,
      icon: { name: 'question', color: 'primary' },
      actions: {
        confirm: { label: t('announcementAdmin.actions.publish'), color: 'primary' },
        cancel: { label: t('common.cancel') },
      },
    });
    if (result === 'confirmed')
      await publish.mutateAsync(announcement).then(
        () => onDone(t('announcementAdmin.published', { name })),
        () => {},
      );
  };
  // Not by callbacks of the mutation: in a list of active ones, this item is gone by then.
  const endIt = () =>
    end.mutateAsync(id).then(
      ({ updatedAt }) =>
        onDone(t('announcementAdmin.ended', { name }), {
          run: () => restoreEnd.mutateAsync({ id, endDate, updatedAt }),
          done: t('announcementAdmin.endRestored', { name }),
        }),
      () => {},
    );
  const actions = [
    { key: 'edit', run: onEdit, busy: false },
    ...(state === 'draft'
      ? [
          {
            key: 'publish',
            run: () => void publishIt(),
            busy: publish.isPending,
          } as const,
        ]
      : [{ key: 'readers', run: onReaders, busy: false } as const]),
    ...(state === 'active'
      ? [
          {
            key: 'end',
            run: () => void endIt(),
            busy: end.isPending,
          } as const,
        ]
      : []),
  ] as const;
  return (
    <>
      {error && (
        <p role="alert" className={classes.error}>
          {errorText(error, t).message}
        </p>
      )}
      <div className={classes.actions}>
        {actions.map(({ key, run, busy }) => (
          <Button
            key={key}
            size="compact-sm"
            variant="subtle"
            loading={busy}
            aria-label={t(`announcementAdmin.named.${key}`, { name })}
            onClick={run}
          >
            {t(`announcementAdmin.actions.${key}`)}
          </Button>
        ))}
        <Button
          size="compact-sm"
          variant="subtle"
          color="negative"
          loading={remove.isPending}
          aria-label={t('announcementAdmin.named.delete', { name })}
          onClick={() => void deleteIt()}
        >
          {t('announcementAdmin.actions.delete')}
        </Button>
      </div>
    </>
  );
}
