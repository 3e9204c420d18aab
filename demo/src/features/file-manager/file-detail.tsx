import { Button } from '@mantine/core';
import { DetailList, DetailSection, formatDate, useUiContext } from '@rise/ui';
import { IconFolderFilled, IconFolderOpen } from '@tabler/icons-react';
import { AppLink } from '../../routing/link.tsx';
import { folderHref, type Item } from './item.ts';
import { FileSign } from './tiles.tsx';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

export function FileDetail({ record: item }: { record: Item }) {
  const t = useFilesTexts();
  const { locale } = useUiContext();
  const folder = item.type === 'folder';
  return (
    <>
      <div className={classes['preview']}>
        {folder ? (
          <IconFolderFilled size={72} className={classes['folder']} aria-hidden />
        ) : (
          <FileSign type={item.type} />
        )}
      </div>
      <DetailList
        items={[
          { name: t('kind'), value: folder ? t('folder') : item.type },
          { name: t('size'), value: item.size },
          ...(item.contents === null ? [] : [{ name: t('contents'), value: item.contents }]),
          { name: t('createdBy'), value: item.createdBy },
          { name: t('createdAt'), value: formatDate(item.createdAt, locale) },
          { name: t('modifiedAt'), value: formatDate(item.modifiedAt, locale) },
        ]}
      />
      {item.description && (
        <DetailSection title={t('description')}>
          <p>{item.description}</p>
        </DetailSection>
      )}
      {folder && (
        <div className={classes['act']}>
          <Button
            component={AppLink}
            href={folderHref(item.id)}
            variant="default"
            leftSection={<IconFolderOpen size={16} />}
          >
            {t('openFolder')}
          </Button>
        </div>
      )}
    </>
  );
}
