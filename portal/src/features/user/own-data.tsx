import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { client } from '../../client/client.ts';
import { errorText } from '../../client/error-text.ts';
import { useDownload } from '../../client/use-download.ts';
import { useSession } from '../../session/session.ts';
import classes from './user.module.css';

/** Downloads everything that is stored about the person: of the account, and of the tenant in which they are. */
export function OwnData() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const { progress, start } = useDownload();
  const save = () => start((signal) => client.file('GET /api/v1/account/data', { signal }), 'rise-my-data.json');
  return (
    <>
      <p className={classes.note}>
        {tenant === null ? t('user.data.account') : t('user.data.tenant', { tenant: tenant.name })}
      </p>
      <Button
        variant="default"
        className={classes.others}
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={progress.state === 'running'}
        onClick={() => void save()}
      >
        {t('user.data.download')}
      </Button>
      {progress.state === 'failed' && (
        <p role="alert" className={classes.failed}>
          {errorText(progress.error, t).message}
        </p>
      )}
    </>
  );
}
