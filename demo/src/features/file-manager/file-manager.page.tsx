import { EmptyState, ListSkeleton, Page, PageHeader } from '@rise/ui';
import { IconChevronRight } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useDemoQuery } from '../../client/queries.ts';
import { QueryContent } from '../../components/query-content.tsx';
import { ListWithDetail } from '../../components/list-with-detail.tsx';
import { useRedirect, useRecord, useRecordAddress } from '../../components/use-record.ts';
import { AppLink } from '../../routing/link.tsx';
import { usePageTitle } from '@rise/shell/routing';
import { FileDetail } from './file-detail.tsx';
import { folderHref, type Item } from './item.ts';
import { FileTile, FolderTile } from './tiles.tsx';
import { useFilesTexts } from './file-manager.texts.ts';
import classes from './file-manager.module.css';

const ROOT = '/apps/file-manager';

/** A folder's contents and path, with one item's details next to them. */
export default function FileManagerPage() {
  const t = useFilesTexts();
  const { folderId } = useParams({ strict: false }) as { folderId?: string };
  const folder = useDemoQuery('fileManager', 'GET /api/apps/file-manager', {
    query: { folderId: folderId ?? 'null' },
  });
  const folderAddress = folderId === undefined ? ROOT : folderHref(folderId);
  const address = useRecordAddress(folderAddress, 'id', `${folderAddress}/details`);
  const open = useRecord(folder.data && [...folder.data.folders, ...folder.data.files], address);
  const current = folder.data?.path.at(-1);
  useRedirect(folderId !== undefined && folder.data?.path.length === 0 ? ROOT : null);
  usePageTitle(open?.name ?? current?.name);
  return (
    <Page>
      <PageHeader
        title={current?.name ?? t('title')}
        {...(folder.data && {
          purpose: t('counts', {
            folders: t('folderCount', { count: folder.data.folders.length }),
            files: t('fileCount', { count: folder.data.files.length }),
          }),
        })}
      />
      {folder.data && folder.data.path.length > 0 && <Way path={folder.data.path} />}
      <ListWithDetail record={open} titleOf={({ name }) => name} listHref={address.listHref} Detail={FileDetail}>
        <QueryContent query={folder} fallback={<ListSkeleton rows={6} />}>
          {({ folders, files }) =>
            folders.length + files.length === 0 ? (
              <EmptyState art="list" title={t('empty')} text={t('emptyText')} />
            ) : (
              <div className={classes['sections']}>
                {folders.length > 0 && (
                  <section aria-labelledby="folders">
                    <h2 id="folders" className={classes['heading']}>
                      {t('folders')}
                    </h2>
                    <ul className={classes['tiles']}>
                      {folders.map((item) => (
                        <FolderTile
                          key={item.id}
                          item={item}
                          href={address.hrefOf(item.id)}
                          open={item.id === open?.id}
                        />
                      ))}
                    </ul>
                  </section>
                )}
                {files.length > 0 && (
                  <section aria-labelledby="files">
                    <h2 id="files" className={classes['heading']}>
                      {t('files')}
                    </h2>
                    <ul className={classes['tiles']}>
                      {files.map((item) => (
                        <FileTile
                          key={item.id}
                          item={item}
                          href={address.hrefOf(item.id)}
                          open={item.id === open?.id}
                        />
                      ))}
                    </ul>
                  </section>
                )}
              </div>
            )
          }
        </QueryContent>
      </ListWithDetail>
    </Page>
  );
}

function Way({ path }: { path: readonly Item[] }) {
  const t = useFilesTexts();
  return (
    <nav aria-label={t('way')}>
      <ol className={classes['way']}>
        <li>
          <AppLink href={ROOT}>{t('home')}</AppLink>
        </li>
        {path.map(({ id, name }, index) => (
          <li key={id}>
            <IconChevronRight size={14} aria-hidden />
            {index === path.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <AppLink href={folderHref(id)}>{name}</AppLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
