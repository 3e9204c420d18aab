import { Button, Modal, Select } from '@mantine/core';
import { useFocusReturn, useUiContext } from '@rise/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TileRun } from '../report-run.ts';
import { type DrillTile, type MarkMember, useMemberActions } from './member-actions.ts';
import classes from './drill.module.css';

interface ExploreDialogProps {
  tile: DrillTile;
  run: TileRun;
  title: string;
  /** What a mark is called: 'Month'. */
  label: string;
  marks: readonly { key: string; member: MarkMember }[];
  measures: readonly string[];
  onClose: () => void;
}

/** Where one can go from a mark, for those who do not point at it: the mark is chosen by its name. */
export function ExploreDialog({ tile, run, title, label, marks, measures, onClose }: ExploreDialogProps) {
  useFocusReturn(true);
  const { t } = useTranslation();
  const { Link, texts } = useUiContext();
  const { actionsOf } = useMemberActions(tile, run);
  const [key, setKey] = useState<string | null>(null);
  const mark = marks.find((one) => one.key === key);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('report.drill.exploreTitle', { title })}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Select
        label={label}
        placeholder={t('report.drill.choose')}
        searchable
        data-autofocus
        nothingFoundMessage={t('report.drill.notFound')}
        data={marks.map(({ key: value, member: { member } }) => ({ value, label: member.label }))}
        value={key}
        onChange={setKey}
        comboboxProps={{ withinPortal: true }}
      />
      {mark && (
        <div className={classes.actions}>
          {actionsOf([mark.member], measures).map(({ id, label: name, icon: Icon, href, onClick }) => {
            const look = {
              variant: 'default' as const,
              justify: 'flex-start',
              leftSection: Icon ? <Icon size={16} aria-hidden /> : undefined,
            };
            return href === undefined ? (
              <Button
                key={id}
                {...look}
                onClick={() => {
                  onClose();
                  onClick?.();
                }}
              >
                {name}
              </Button>
            ) : (
              <Button key={id} {...look} renderRoot={(attributes) => <Link href={href} {...attributes} />}>
                {name}
              </Button>
            );
          })}
        </div>
      )}
    </Modal>
  );
}
