import { ActionIcon, Menu } from '@mantine/core';
import { DropdownMenu, useConfirm } from '@rise/ui';
import { download } from '@rise/shell/files';
import { IconDotsVertical, IconDownload, IconPencil, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { exportMapping, useImportMapping } from './configuration.queries.ts';
import type { Workbench } from './use-workbench.ts';

const MAX_ISSUES = 8;

/** Exports the active version as CSV, imports a file into the draft, and opens the definition of a type that the tenant defined. */
export function FileActions({ bench, onDefine }: { bench: Workbench; onDefine?: () => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const confirm = useConfirm();
  const importing = useImportMapping(bench.codes.type);
  const say = (title: string, message: string) =>
    confirm({
      title,
      message,
      actions: { confirm: { label: t('common.close'), color: 'primary' }, cancel: { show: false } },
    });
  const save = async () => {
    try {
      const { name, text } = await exportMapping(bench.codes.type);
      download(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }), name);
    } catch (error) {
      await say(t('configuration.file.exportFailed'), errorText(error as Error, t).message ?? '');
    }
  };
  const read = async (file: File) => {
    try {
      const { set, remove, issues } = await importing.mutateAsync(file);
      if (issues.length > 0) {
        const more =
          issues.length > MAX_ISSUES ? `\n${t('configuration.file.more', { count: issues.length - MAX_ISSUES })}` : '';
        await say(t('configuration.file.issues'), `${issues.slice(0, MAX_ISSUES).join('\n')}${more}`);
      } else if (set.length + remove.length === 0)
        await say(t('configuration.file.same'), t('configuration.file.sameText'));
      else bench.change({ ...bench.draft, basedOn: bench.codes.version, set, remove });
    } catch (error) {
      await say(t('configuration.file.importFailed'), errorText(error as Error, t).message ?? '');
    }
  };
  return (
    <>
      <DropdownMenu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={32}
            aria-label={t('configuration.file.menu')}
            loading={importing.isPending}
          >
            <IconDotsVertical size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => void save()}>
            {t('configuration.file.export')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={() => input.current?.click()}>
            {t('configuration.file.import')}
          </Menu.Item>
          {onDefine && (
            <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onDefine}>
              {t('configuration.types.edit')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </DropdownMenu>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.yaml,.yml"
        aria-label={t('configuration.file.import')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = '';
          if (file) void read(file);
        }}
      />
    </>
  );
}
