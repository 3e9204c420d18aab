import { Button } from '@mantine/core';
import { IconFileSpreadsheet, IconFolder, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { FilePicker } from './drop-target.tsx';
import classes from './drop.module.css';

/** What can be dropped, with the buttons that do the same; small once there are files. */
export function DropCard({ pickFiles, pickFolder, small }: FilePicker & { small: boolean }) {
  const { t } = useTranslation();
  return (
    <section className={classes.card} data-small={small || undefined} aria-label={t('import.drop.title')}>
      <IconFileSpreadsheet className={classes.icon} size={small ? 28 : 44} stroke={1.3} aria-hidden />
      <div className={classes.words}>
        <p className={classes.title}>{small ? t('import.drop.more') : t('import.drop.title')}</p>
        <p className={classes.kinds}>{t('import.drop.kinds')}</p>
      </div>
      <div className={classes.buttons}>
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          variant={small ? 'default' : 'filled'}
          onClick={pickFiles}
        >
          {t('import.drop.chooseFiles')}
        </Button>
        <Button
          className={classes.folder}
          leftSection={<IconFolder size={16} aria-hidden />}
          variant="default"
          onClick={pickFolder}
        >
          {t('import.drop.chooseFolder')}
        </Button>
      </div>
    </section>
  );
}
