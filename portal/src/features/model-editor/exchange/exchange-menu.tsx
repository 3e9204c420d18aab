import { Button, Menu } from '@mantine/core';
import { ApiError } from '@rise/contract/client';
import { DropdownMenu } from '@rise/ui';
import { download } from '@rise/shell/files';
import { IconChevronDown, IconDownload, IconUpload } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpen } from '../../../routing/use-open.ts';
import { errorText } from '../../../client/error-text.ts';
import { readDocument, writeDocument } from './exchange.queries.ts';
import type { Exchange, ExchangeMenuProps } from './exchange.ts';

const ExchangeDrawer = lazy(() => import('./exchange-drawer.tsx'));

/** Larger documents than the API takes. */
const MAX_BYTES = 1024 * 1024;

/** The model in the format of Apache Ossie: into the draft, and out of it. */
export function ExchangeMenu({ text, hasPublished, extending, datasets, onText }: ExchangeMenuProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [exchange, setExchange] = useOpen<Exchange | null>(null);
  const [pending, setPending] = useState(false);

  const run = async (title: string, work: () => Promise<Exchange>) => {
    setPending(true);
    try {
      setExchange(await work());
    } catch (error) {
      const tooLarge = error instanceof ApiError && error.code === 'PAYLOAD_TOO_LARGE';
      const invalid = error instanceof ApiError && error.code === 'MODEL_INVALID';
      const lines = invalid
        ? error.details.map(({ line, message }) =>
            line === undefined ? message : t('modelEditor.issueAt', { line, message }),
          )
        : [];
      const message = tooLarge ? t('modelEditor.exchange.tooLarge') : errorText(error, t).message;
      setExchange({ kind: 'failed', title, message: invalid ? t('modelEditor.exchange.invalid') : message, lines });
    } finally {
      setPending(false);
    }
  };
  const read = (file: File) =>
    run(t('modelEditor.exchange.notRead', { file: file.name }), async () => {
      const { name } = file;
      if (file.size > MAX_BYTES)
        return {
          kind: 'failed',
          title: t('modelEditor.exchange.notRead', { file: name }),
          message: t('modelEditor.exchange.tooLarge'),
          lines: [],
        };
      return { kind: 'read', file: name, model: await readDocument(file) };
    });
  const write = (document: string | null) =>
    run(t('modelEditor.exchange.notWritten'), async () => {
      const model = await writeDocument(document);
      download(new Blob([model.document], { type: 'application/yaml' }), model.file);
      return { kind: 'written', model };
    });

  return (
    <>
      <DropdownMenu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            loading={pending}
            rightSection={<IconChevronDown size={16} aria-hidden />}
            aria-haspopup="menu"
          >
            {t('modelEditor.exchange.menu')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={() => input.current?.click()}>
            {t('modelEditor.exchange.import')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={text.trim() === ''}
            onClick={() => void write(text)}
          >
            {t('modelEditor.exchange.exportDraft')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={!hasPublished}
            onClick={() => void write(null)}
          >
            {t('modelEditor.exchange.exportPublished')}
          </Menu.Item>
        </Menu.Dropdown>
      </DropdownMenu>
      <input
        ref={input}
        type="file"
        hidden
        accept=".yaml,.yml,.json"
        aria-label={t('modelEditor.exchange.import')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file) void read(file);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
      {exchange !== null && (
        <Suspense fallback={null}>
          <ExchangeDrawer
            exchange={exchange}
            {...{ text, extending, datasets, onText }}
            onClose={() => setExchange(null)}
          />
        </Suspense>
      )}
    </>
  );
}
