import { Button, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OutlineDataset, type OutlineMember, searchOutline } from './outline.rules.ts';
import classes from './model-editor.module.css';

export interface OutlineProps {
  outline: readonly OutlineDataset[];
  /** Key of the selected member. */
  selected: string | null;
  /** Whether the model extends a template, so that members may come from there. */
  extending: boolean;
  onSelect: (member: OutlineMember) => void;
  onJump: (offset: number) => void;
  /** Shows the row rules and masks of a dataset. */
  onRights: (dataset: OutlineDataset) => void;
}

/** Datasets with their measures and dimensions; choosing one shows its figure and its place in the text. */
export function Outline({ outline, selected, extending, onSelect, onJump, onRights }: OutlineProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const id = useId();
  const shown = searchOutline(outline, search);
  // Where it stands above the text, it closes for what was chosen in it.
  const select = (member: OutlineMember) => {
    setOpen(false);
    onSelect(member);
  };
  const jump = (offset: number) => {
    setOpen(false);
    onJump(offset);
  };
  return (
    <nav className={classes.outline} aria-label={t('modelEditor.outline.label')}>
      <Button
        variant="default"
        className={classes.outlineToggle}
        aria-expanded={open}
        aria-controls={id}
        rightSection={<IconChevronDown size={16} aria-hidden />}
        onClick={() => setOpen(!open)}
      >
        {t('modelEditor.outline.label')}
      </Button>
      <div id={id} className={classes.outlineBody} data-open={open || undefined}>
        <TextInput
          type="search"
          size="xs"
          aria-label={t('modelEditor.outline.search')}
          placeholder={t('modelEditor.outline.search')}
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {shown.length === 0 && (
          <p className={classes.hint}>
            {t(search === '' ? 'modelEditor.outline.empty' : 'modelEditor.outline.nothing')}
          </p>
        )}
        {shown.map((dataset) => (
          <details
            key={dataset.name}
            className={classes.dataset}
            open={search !== '' || outline.length <= 3 || undefined}
          >
            <summary>
              <IconChevronRight size={14} aria-hidden />
              <span className={classes.datasetTitle}>{dataset.title}</span>
            </summary>
            {dataset.at !== null && (
              <button type="button" className={classes.jump} onClick={() => jump(dataset.at!)}>
                {t('modelEditor.outline.toText')}
              </button>
            )}
            {dataset.hasRights && (
              <button
                type="button"
                className={classes.jump}
                aria-current={dataset.name === selected || undefined}
                onClick={() => {
                  setOpen(false);
                  onRights(dataset);
                }}
              >
                {t('modelEditor.rights.open')}
              </button>
            )}
            <Members
              title={t('catalog.measures')}
              members={dataset.measures}
              {...{ selected, extending, onSelect: select }}
            />
            <Members
              title={t('catalog.dimensions')}
              members={dataset.dimensions}
              {...{ selected, extending, onSelect: select }}
            />
          </details>
        ))}
      </div>
    </nav>
  );
}

function Members(
  props: { title: string; members: readonly OutlineMember[] } & Pick<
    OutlineProps,
    'selected' | 'extending' | 'onSelect'
  >,
) {
  const { title, members, selected, extending, onSelect } = props;
  const { t } = useTranslation();
  if (members.length === 0) return null;
  return (
    <>
      <h3 className={classes.listTitle}>{title}</h3>
      <ul className={classes.members}>
        {members.map((member) => (
          <li key={member.key}>
            <button
              type="button"
              className={classes.member}
              aria-current={member.key === selected || undefined}
              title={member.name}
              onClick={() => onSelect(member)}
            >
              <span>{member.title}</span>
              {extending && member.at === null && (
                <span className={classes.inherited}>{t('modelEditor.outline.inherited')}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
