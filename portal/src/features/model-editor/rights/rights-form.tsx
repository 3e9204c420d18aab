import { Button } from '@mantine/core';
import type { ModelIssueDetail, ModelTable } from '@rise/contract';
import { Notice } from '@rise/ui';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tablesOfDataset } from '../../../model-text/yaml-text.ts';
import { RightItem } from './right-item.tsx';
import { addRight, removeRight, type RightList, rightsIn, writeRight } from './rights.rules.ts';
import classes from '../model-editor.module.css';

const LISTS = ['rules', 'masks'] as const;
const WORDS = {
  rules: { title: 'modelEditor.rights.rules', add: 'modelEditor.rights.addRule' },
  masks: { title: 'modelEditor.rights.masks', add: 'modelEditor.rights.addMask' },
} as const satisfies Record<RightList, object>;

export interface RightsFormProps {
  text: string;
  dataset: { name: string; title: string };
  /** Its table in the last text without errors. */
  table: string | null;
  tables: readonly ModelTable[];
  /** Whether the model extends a template, whose rules and masks are not in the text. */
  extending: boolean;
  issues: readonly ModelIssueDetail[];
  onChange: (text: string) => void;
  /** Leads to figures with someone's eyes. */
  onFigure: () => void;
}

/** The row rules and column masks of a dataset as forms, which change their part of the text and nothing else. */
export function RightsForm(props: RightsFormProps) {
  const { text, dataset, table, tables, extending, issues, onChange, onFigure } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState<string | null>(null);
  const focus = useFocusLater();
  const rights = useMemo(() => rightsIn(text, dataset.name), [text, dataset.name]);
  const columns = useMemo(() => {
    const used = new Set([...tablesOfDataset(text, dataset.name), ...(table === null ? [] : [table])]);
    return tables
      .filter(({ name }) => used.has(name))
      .flatMap(({ name, columns: own }) => own.map((column) => `${name}.${column.name}`));
  }, [text, dataset.name, table, tables]);
  if (!rights) return <Notice tone="warning">{t('modelEditor.form.broken')}</Notice>;
  return (
    <div className={classes.panelBody}>
      <h3 className={classes.figureTitle}>{dataset.title}</h3>
      <p className={classes.hint}>{t('modelEditor.rights.purpose')}</p>
      {extending && <p className={classes.hint}>{t('modelEditor.rights.template')}</p>}
      {LISTS.map((list) => (
        <section key={list} className={classes.panelBody} aria-label={t(WORDS[list].title)}>
          <h4 className={classes.sectionTitle}>{t(WORDS[list].title)}</h4>
          {rights[list].length === 0 ? (
            <p className={classes.hint}>{t('modelEditor.rights.none')}</p>
          ) : (
            <ul className={classes.rights}>
              {rights[list].map((right, index) => {
                const key = `${list}.${index}`;
                const address = { dataset: dataset.name, list, index };
                return (
                  <RightItem
                    // Rules have no other identity than their place while their names are edited.
                    // oxlint-disable-next-line react/no-array-index-key
                    key={key}
                    id={idOf(key)}
                    {...{ text, right, address, issues, columns }}
                    open={open === key}
                    onOpen={(isOpen) => setOpen(isOpen ? key : null)}
                    onChange={(patch) => onChange(writeRight(text, address, patch))}
                    onRemove={() => {
                      setOpen(null);
                      focus(idOf(list));
                      onChange(removeRight(text, address));
                    }}
                  />
                );
              })}
            </ul>
          )}
          <Button
            id={idOf(list)}
            size="xs"
            variant="default"
            className={classes.keep}
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => {
              const added = addRight(text, dataset.name, list);
              if (!added) return;
              const key = `${list}.${added.index}`;
              setOpen(key);
              focus(idOf(key));
              onChange(added.text);
            }}
          >
            {t(WORDS[list].add)}
          </Button>
        </section>
      ))}
      <Button size="xs" variant="subtle" className={classes.keep} onClick={onFigure}>
        {t('modelEditor.rights.toFigure')}
      </Button>
    </div>
  );
}

const idOf = (key: string) => `model-right-${key.replace('.', '-')}`;

/** Moves the focus to an element once it is there. */
function useFocusLater() {
  const later = useRef<string | null>(null);
  useEffect(() => {
    const element = later.current === null ? null : document.querySelector<HTMLElement>(`#${later.current}`);
    if (!element) return;
    later.current = null;
    element.focus();
  });
  return (id: string) => {
    later.current = id;
  };
}
