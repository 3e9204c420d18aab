import { Button, NativeSelect, Switch } from '@mantine/core';
import { useFileDialog } from '@mantine/hooks';
import type { TileOf } from '@rise/contract';
import { IconPhotoUp } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useBuilder } from '../builder-context.ts';
import { findTile } from '../canvas/placement.rules.ts';
import { PICTURE_TYPES } from '../../../../pictures/picture-file.ts';
import { usePictureUpload } from '../images/use-picture-upload.ts';
import { DraftText } from './draft-text.tsx';
import { LocalizedFields } from './localized-fields.tsx';
import { useSetter } from './use-setter.ts';
import classes from './settings.module.css';

/** As the server accepts them. */
const ADDRESS = /^(https?:\/\/|mailto:)[^\s\\]+$/;

/** A picture: the file, what it tells, and what is around it. */
export function ImageSettings({ tile }: { tile: TileOf<'image'> }) {
  const { t } = useTranslation();
  const { document } = useBuilder();
  const set = useSetter(tile);
  const isSized = findTile(document, tile.id)?.row.height !== undefined;
  return (
    <>
      <Replacement tile={tile} />
      <Alternative tile={tile} />
      <LocalizedFields
        value={tile.caption}
        labels={{ en: t('builder.image.caption'), tr: t('builder.image.captionTr') }}
        maxLength={300}
        optional
        onChange={(value) => set('caption', value)}
      />
      <DraftText
        label={t('builder.image.link')}
        value={tile.link ?? ''}
        maxLength={2000}
        placeholder="https://"
        optional
        check={(text) => (text === '' || ADDRESS.test(text) ? null : t('builder.image.linkInvalid'))}
        onChange={(link) => set('link', link === '' ? null : link)}
      />
      {isSized && (
        <NativeSelect
          size="xs"
          label={t('builder.image.fit')}
          value={tile.fit}
          data={[
            { value: 'contain', label: t('builder.image.contain') },
            { value: 'cover', label: t('builder.image.cover') },
          ]}
          onChange={({ currentTarget }) => set('fit', currentTarget.value)}
        />
      )}
    </>
  );
}

/** Another file in the place of the picture. */
function Replacement({ tile }: { tile: TileOf<'image'> }) {
  const { t } = useTranslation();
  const set = useSetter(tile);
  const { upload, isPending, problem } = usePictureUpload(({ hash, width, height }) =>
    set('picture', { hash, width, height }),
  );
  const dialog = useFileDialog({
    accept: PICTURE_TYPES.join(','),
    multiple: false,
    resetOnOpen: true,
    onChange: (files) => files?.[0] && upload(files[0]),
  });
  return (
    <div className={classes.part}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPhotoUp size={14} aria-hidden />}
        loading={isPending}
        onClick={dialog.open}
      >
        {t('builder.image.replace')}
      </Button>
      {problem !== null && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}

/** What the picture tells, in each language of the report; or that it only decorates. */
function Alternative({ tile }: { tile: TileOf<'image'> }) {
  const { t } = useTranslation();
  const { document } = useBuilder();
  const set = useSetter(tile);
  const { alternative } = tile;
  const isDecorative = alternative === false;
  const text = alternative === false ? undefined : alternative;
  const isMissing = !isDecorative && (!text || (document.title.tr !== undefined && text.tr === undefined));
  return (
    <>
      <Switch
        size="xs"
        label={t('builder.image.decorative')}
        checked={isDecorative}
        onChange={({ currentTarget }) => set('alternative', currentTarget.checked ? false : null)}
      />
      {!isDecorative && (
        <LocalizedFields
          value={text}
          labels={{ en: t('builder.image.alternative'), tr: t('builder.image.alternativeTr') }}
          maxLength={500}
          rows={2}
          optional
          onChange={(value) => set('alternative', value)}
        />
      )}
      {isMissing && <p className={classes.help}>{t('builder.image.alternativeHelp')}</p>}
    </>
  );
}
