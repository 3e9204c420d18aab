import { DetailDrawer, ErrorState, formatInteger, ListSkeleton } from '@rise/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { readersQuery } from './announcements-administration.queries.ts';
import classes from './announcements-administration.module.css';

/** How many people of each tenant have read an announcement. */
export function ReadersDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { data, error, isError, refetch } = useQuery(readersQuery(id));
  const write = (count: number) => formatInteger(count, i18n.language);
  const rows = data && [
    ...data.tenants,
    ...(data.others === null ? [] : [{ id: 'others', name: t('announcementAdmin.readers.others'), ...data.others }]),
  ];
  return (
    <DetailDrawer opened onClose={onClose} title={t('announcementAdmin.readers.title')}>
      {isError ? (
        <ErrorState {...errorText(error, t)} onRetry={() => void refetch()} />
      ) : !rows ? (
        <ListSkeleton rows={4} />
      ) : (
        <>
          <table className={classes.readers}>
            <thead>
              <tr>
                <th scope="col">{t('announcementAdmin.readers.tenant')}</th>
                <th scope="col">{t('announcementAdmin.readers.read')}</th>
                <th scope="col">{t('announcementAdmin.readers.people')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id: key, name, read, people }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  <td>{write(read)}</td>
                  <td>{write(people)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.hint}>{t('announcementAdmin.readers.help')}</p>
        </>
      )}
    </DetailDrawer>
  );
}
