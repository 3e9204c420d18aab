import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { type IconShape, svgOf, USAGE } from './icon-code.ts';
import { IconDrawing } from './icon-drawing.tsx';
import { type IconSet, LICENSES } from './icon-sets.ts';
import { useIconTexts } from './icons.texts.ts';
import { useCopy } from './use-copy.ts';
import classes from './icon-panel.module.css';

interface IconPanelProps {
  set: IconSet;
  /** Prefix of names, followed by a colon; empty for names without one. */
  namespace: string;
  name: string;
  shape: IconShape;
  size: number;
}

/** The chosen icon with its code to copy. */
export function IconPanel({ set, namespace, name, shape, size }: IconPanelProps) {
  const t = useIconTexts();
  const { copied, copy } = useCopy();
  const [open, setOpen] = useState(false);
  const svg = svgOf(shape, size);
  const reference = namespace === '' ? name : `${namespace}:${name}`;
  const mark = (what: string) =>
    copied?.done && copied.what === what ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />;
  return (
    <section className={classes['panel']} aria-label={t('chosen')} data-open={open || undefined}>
      <div className={classes['stage']}>
        <IconDrawing {...shape} size={96} />
      </div>
      <div className={classes['about']}>
        <h2 className={classes['name']}>{name}</h2>
        <p className={classes['quiet']}>
          {set.name} · {size} × {size}
        </p>
      </div>
      <div className={classes['actions']}>
        <Button leftSection={mark(name)} onClick={() => copy(name, name)}>
          {t('copyName')}
        </Button>
        <Button variant="default" leftSection={mark('SVG')} onClick={() => copy('SVG', svg)}>
          {t('copySvg')}
        </Button>
        <Button className={classes['more']} variant="default" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('code')}
        </Button>
      </div>
      <p role="status" className={classes['copyStatus']} data-failed={copied?.done === false || undefined}>
        {copied && (copied.done ? t('copied', { what: copied.what }) : t('notCopied'))}
      </p>
      <dl className={classes['codes']}>
        {(
          [
            [t('reference'), reference],
            [t('usage'), USAGE[set.id](name)],
            [t('svg'), svg],
          ] as const
        ).map(([label, code]) => (
          <div key={label} className={classes['code']}>
            <dt className={classes['label']}>
              {label}
              <button
                type="button"
                className={classes['copy']}
                aria-label={t('copy', { what: label })}
                title={t('copy', { what: label })}
                onClick={() => copy(label, code)}
              >
                {mark(label)}
              </button>
            </dt>
            <dd>
              <code className={classes['text']} tabIndex={code === svg ? 0 : undefined}>
                {code}
              </code>
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes['terms']}>
        {t('drawnBy', { author: set.author })} · <a href={LICENSES}>{t('license', { license: set.license })}</a>
      </p>
    </section>
  );
}

/** Shown while no icon is chosen; empty while the set is loading. */
export function NoIconPanel({ waiting }: { waiting: boolean }) {
  const t = useIconTexts();
  return (
    <section className={classes['panel']} data-empty aria-label={t('chosen')}>
      {!waiting && (
        <>
          <p className={classes['name']}>{t('noneChosen')}</p>
          <p className={classes['quiet']}>{t('noneChosenText')}</p>
        </>
      )}
    </section>
  );
}
