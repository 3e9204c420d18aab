import { Button } from '@mantine/core';
import { Notice, Page, PageHeader, useConfirm } from '@rise/ui';
import { IconDownload, IconRotate, IconUpload } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import { ChooseFile } from '../../components/choose-file.tsx';
import { exportDemoData, importDemoData, resetDemoData } from '../../client/demo-data.ts';
import { download } from '@rise/shell/files';
import type { ImportError } from '../../simulation/store/transfer.ts';
import { useDemoDataTexts } from './demo-data.texts.ts';
import classes from './demo-data.module.css';

const ERROR_TEXTS = {
  'not-json': 'notJson',
  'not-ours': 'notOurs',
  missing: 'missing',
  'other-version': 'otherVersion',
  invalid: 'invalid',
} as const satisfies Record<ImportError['kind'], string>;

interface Outcome {
  readonly kind: 'done' | 'failed';
  readonly text: string;
}

/** Exports, imports and resets the visitor's data. */
export default function DemoDataPage() {
  const t = useDemoDataTexts();
  const confirm = useConfirm();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState<'save' | 'load' | 'reset' | null>(null);

  const run = async (what: NonNullable<typeof busy>, work: () => Promise<Outcome>) => {
    setBusy(what);
    setOutcome(null);
    try {
      setOutcome(await work());
    } catch {
      setOutcome({ kind: 'failed', text: t('failed') });
    } finally {
      setBusy(null);
    }
  };
  const save = async (): Promise<Outcome> => {
    const name = `rise-demo-${new Date().toISOString().slice(0, 10)}.json`;
    download(await exportDemoData(), name);
    return { kind: 'done', text: t('saved', { name }) };
  };
  const load = async (file: File): Promise<Outcome> => {
    const { name } = file;
    const issue = await importDemoData(file);
    if (issue === null) return { kind: 'done', text: t('loaded', { name }) };
    const group = 'group' in issue ? issue.group : '';
    return { kind: 'failed', text: t(ERROR_TEXTS[issue.kind], { name, group }) };
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
      {outcome && (
        <div className={classes['outcome']}>
          <Notice tone={outcome.kind === 'done' ? 'positive' : 'negative'}>{outcome.text}</Notice>
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
          <ChooseFile
            accept="application/json"
            inputProps={{ 'aria-label': t('load') }}
            onChange={(file) => file && void run('load', () => load(file))}
          >
            {({ onClick }) => (
              <Button variant="default" loading={busy === 'load'} disabled={busy !== null} onClick={onClick}>
                {t('load')}
              </Button>
            )}
          </ChooseFile>
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
