import { Button, FileButton } from '@mantine/core';
import { Notice, Page, PageHeader, useConfirm } from '@rise/ui';
import { IconDownload, IconRotate, IconUpload } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { exportDemoData, importDemoData, resetDemoData } from '../../client/demo-data.ts';
import { download } from '../../kernel/download.ts';
import type { ImportFault } from '../../simulation/store/transfer.ts';
import { useDemoDataTexts } from './demo-data.texts.ts';
import classes from './demo-data.module.css';

const FAULTS = {
  'not-json': 'notJson',
  'not-ours': 'notOurs',
  missing: 'missing',
  'other-version': 'otherVersion',
  invalid: 'invalid',
} as const satisfies Record<ImportFault['kind'], string>;

interface Told {
  readonly kind: 'done' | 'failed';
  readonly text: string;
}

/** Export, import and reset of all that the visitor has changed. */
export default function DemoDataPage() {
  const t = useDemoDataTexts();
  const confirm = useConfirm();
  const [told, setTold] = useState<Told | null>(null);
  const [busy, setBusy] = useState<'save' | 'load' | 'reset' | null>(null);

  const run = async (what: NonNullable<typeof busy>, work: () => Promise<Told>) => {
    setBusy(what);
    setTold(null);
    try {
      setTold(await work());
    } catch {
      setTold({ kind: 'failed', text: t('failed') });
    } finally {
      setBusy(null);
    }
  };
  const save = async (): Promise<Told> => {
    const name = `rise-demo-${new Date().toISOString().slice(0, 10)}.json`;
    download(await exportDemoData(), name);
    return { kind: 'done', text: t('saved', { name }) };
  };
  const load = async (file: File): Promise<Told> => {
    const { name } = file;
    const fault = await importDemoData(file);
    if (fault === null) return { kind: 'done', text: t('loaded', { name }) };
    const group = 'group' in fault ? fault.group : '';
    return { kind: 'failed', text: t(FAULTS[fault.kind], { name, group }) };
  };
  const reset = async () => {
    const answer = await confirm({
      title: t('question'),
      message: t('warning'),
      actions: { confirm: { label: t('reset'), color: 'warn' }, cancel: { label: t('cancel') } },
    });
    if (answer !== 'confirmed') return;
    await run('reset', async () => {
      await resetDemoData();
      return { kind: 'done', text: t('done') };
    });
  };

  return (
    <Page width="narrow">
      <PageHeader title={t('title')} purpose={t('purpose')} />
      {told && (
        <div className={classes['told']}>
          <Notice tone={told.kind === 'done' ? 'positive' : 'negative'}>{told.text}</Notice>
        </div>
      )}
      <div className={classes['ways']}>
        <Way icon={IconDownload} title={t('saveTitle')} text={t('saveText')}>
          <Button
            variant="default"
            loading={busy === 'save'}
            disabled={busy !== null}
            onClick={() => void run('save', save)}
          >
            {t('save')}
          </Button>
        </Way>
        <Way icon={IconUpload} title={t('loadTitle')} text={t('loadText')}>
          <FileButton
            accept="application/json"
            inputProps={{ 'aria-label': t('load') }}
            onChange={(file) => file && void run('load', () => load(file))}
            // The same file can be chosen again.
            key={told?.text}
          >
            {({ onClick }) => (
              <Button variant="default" loading={busy === 'load'} disabled={busy !== null} onClick={onClick}>
                {t('load')}
              </Button>
            )}
          </FileButton>
        </Way>
        <Way icon={IconRotate} title={t('resetTitle')} text={t('resetText')}>
          <Button
            color="negative"
            variant="outline"
            loading={busy === 'reset'}
            disabled={busy !== null}
            onClick={() => void reset()}
          >
            {t('reset')}
          </Button>
        </Way>
      </div>
    </Page>
  );
}

interface WayProps {
  icon: ComponentType<{ size?: number; stroke?: number }>;
  title: string;
  text: string;
  children: ReactNode;
}

function Way({ icon: Icon, title, text, children }: WayProps) {
  const id = useId();
  return (
    <section className={classes['way']} aria-labelledby={id}>
      <span className={classes['sign']} aria-hidden>
        <Icon size={22} stroke={1.7} />
      </span>
      <div className={classes['words']}>
        <h2 id={id} className={classes['title']}>
          {title}
        </h2>
        <p className={classes['text']}>{text}</p>
      </div>
      <div className={classes['action']}>{children}</div>
    </section>
  );
}
