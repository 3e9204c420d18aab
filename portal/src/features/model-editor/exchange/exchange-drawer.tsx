import { Button } from '@mantine/core';
import type { ImportedModel, ModelExchangeNote } from '@rise/contract';
import { DetailDrawer, DetailSection, Notice } from '@rise/ui';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addModel } from './add-model.rules.ts';
import type { Exchange, ExchangeMenuProps } from './exchange.ts';
import classes from './exchange.module.css';

interface ExchangeDrawerProps extends Pick<ExchangeMenuProps, 'text' | 'extending' | 'datasets' | 'onText'> {
  exchange: Exchange;
  onClose: () => void;
}

/** What came of a document that was read or written, with everything that could not be carried over. */
export default function ExchangeDrawer({ exchange, onClose, ...editor }: ExchangeDrawerProps) {
  const { t } = useTranslation();
  if (exchange.kind === 'read')
    return <ImportDrawer file={exchange.file} model={exchange.model} onClose={onClose} {...editor} />;
  if (exchange.kind === 'written')
    return (
      <DetailDrawer opened onClose={onClose} title={t('modelEditor.exchange.written', { file: exchange.model.file })}>
        <p className={classes.intro}>{t('modelEditor.exchange.writtenText')}</p>
        <Notes title={t('modelEditor.exchange.notesOut')} notes={exchange.model.notes} />
      </DetailDrawer>
    );
  return (
    <DetailDrawer opened onClose={onClose} title={exchange.title}>
      <Notice tone="negative">{exchange.message}</Notice>
      {exchange.lines.length > 0 && (
        <ul className={classes.notes}>
          {exchange.lines.slice(0, 50).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </DetailDrawer>
  );
}

function ImportDrawer(props: Omit<ExchangeDrawerProps, 'exchange'> & { file: string; model: ImportedModel }) {
  const { file, model, text, extending, datasets, onText, onClose } = props;
  const { t } = useTranslation();
  const [taken, setTaken] = useState<string[] | null>(null);
  const next = useMemo(() => addModel(text, model.document, new Set(datasets)), [text, model, datasets]);
  const empty = text.trim() === '';
  const take = (changed: string, names: string[]) => {
    onText(changed);
    setTaken(names);
  };
  const footer =
    taken === null ? (
      <div className={classes.buttons}>
        {/* A model that extends a template stays with it. */}
        {!empty && !extending && (
          <Button variant="default" onClick={() => take(model.document, model.datasets)}>
            {t('modelEditor.exchange.replace')}
          </Button>
        )}
        <Button disabled={next === null || next.added.length === 0} onClick={() => next && take(next.text, next.added)}>
          {t('modelEditor.exchange.add')}
        </Button>
      </div>
    ) : (
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.close')}</Button>
      </div>
    );
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={t('modelEditor.exchange.read', { file })}
      subtitle={t('modelEditor.exchange.datasets', { count: model.datasets.length })}
      footer={footer}
    >
      {taken !== null ? (
        <Notice tone="positive">{t('modelEditor.exchange.taken', { count: taken.length })}</Notice>
      ) : next === null ? (
        <Notice tone="warning">{t('modelEditor.exchange.brokenText')}</Notice>
      ) : (
        <>
          <p className={classes.intro}>{t('modelEditor.exchange.intro')}</p>
          <DetailSection title={t('modelEditor.exchange.added')}>
            <p className={classes.names}>
              {next.added.length === 0 ? t('modelEditor.exchange.nothingNew') : next.added.join(', ')}
            </p>
          </DetailSection>
          {next.unchanged.length > 0 && (
            <DetailSection title={t('modelEditor.exchange.kept')}>
              <p className={classes.names}>{next.unchanged.join(', ')}</p>
            </DetailSection>
          )}
        </>
      )}
      <Notes title={t('modelEditor.exchange.notesIn')} notes={model.notes} />
    </DetailDrawer>
  );
}

function Notes({ title, notes }: { title: string; notes: readonly ModelExchangeNote[] }) {
  const { t } = useTranslation();
  return (
    <DetailSection title={title}>
      {notes.length === 0 ? (
        <p className={classes.names}>{t('modelEditor.exchange.allCarried')}</p>
      ) : (
        <ul className={classes.notes}>
          {notes.map(({ place, reason }) => (
            <li key={`${place} ${reason}`}>
              <code>{place}</code>
              <span>{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}
