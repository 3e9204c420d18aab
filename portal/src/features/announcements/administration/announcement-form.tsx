import type { AdministeredAnnouncement } from '@rise/contract';
import { DetailDrawer, ErrorState, TextSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useSession } from '../../../session/session.ts';
import { announcementPreview } from '../announcement-preview.ts';
import { bannerOf, type FormValues, valuesOf } from './announcement-form.rules.ts';
import { readEdits, writeEdits } from './announcement-form.storage.ts';
import { AnnouncementFormDrawer, type AnnouncementFormProps } from './announcement-form-drawer.tsx';
import { oneAnnouncementQuery } from './announcements-administration.queries.ts';

/** The form of an announcement, in a drawer or, as what comes of it, in the banner. */
export function AnnouncementForm(props: AnnouncementFormProps) {
  const { form, onClose } = props;
  const { t } = useTranslation();
  const isNew = form === 'new';
  const { data, error, isError, refetch } = useQuery({
    ...oneAnnouncementQuery(form),
    enabled: !isNew,
    // What is being edited stays; another's change is found when this one is saved.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (isNew || data) return <LoadedForm {...props} announcement={data ?? null} />;
  return (
    <DetailDrawer opened size="wide" onClose={onClose} title={t('announcementAdmin.form.edit')}>
      {isError ? <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} /> : <TextSkeleton lines={8} />}
    </DetailDrawer>
  );
}

/** Edits are stored as they are made, so that neither a preview nor a reload loses them. */
function LoadedForm({
  announcement,
  ...props
}: AnnouncementFormProps & { announcement: AdministeredAnnouncement | null }) {
  const { form, preview, onPreview } = props;
  const { account } = useSession();
  const [saved] = useState(() => valuesOf(announcement));
  const [stored] = useState(() => readEdits(account.id, form));
  const [values, setValues] = useState(stored?.values ?? saved);
  const [isRestored, setRestored] = useState(stored !== null && preview === null);
  const [basedOn, setBasedOn] = useState(stored ? stored.basedOn : (announcement?.updatedAt ?? null));
  const change = (next: FormValues) => {
    setValues(next);
    writeEdits(account.id, form, { values: next, basedOn });
  };
  const discard = () => {
    writeEdits(account.id, form, null);
    setValues(saved);
    setBasedOn(announcement?.updatedAt ?? null);
    setRestored(false);
  };
  useEffect(() => {
    if (preview === null) return undefined;
    announcementPreview.set({ announcement: bannerOf(values, preview), onClose: () => onPreview(null) });
    return () => announcementPreview.set(null);
  });
  if (preview !== null) return null;
  return (
    <AnnouncementFormDrawer
      {...props}
      announcement={announcement}
      values={values}
      basedOn={basedOn}
      isRestored={isRestored}
      onChange={change}
      onDiscard={discard}
      onPreview={(language) => {
        setRestored(false);
        onPreview(language);
      }}
      onSaved={(message) => {
        writeEdits(account.id, form, null);
        props.onSaved(message);
      }}
    />
  );
}
