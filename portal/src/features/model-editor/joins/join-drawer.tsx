import { Button } from '@mantine/core';
import type { ModelJoin } from '@rise/contract';
import { DetailDrawer, DetailList, DetailSection, Notice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { unmatchedShare } from './joins.rules.ts';
import { useJoinWords } from './use-join-words.ts';
import classes from './joins.module.css';

interface JoinDrawerProps {
  join: ModelJoin;
  /** Its place in the text; null: it comes from the template. */
  at: number | null;
  onJump: (offset: number) => void;
  onClose: () => void;
}

/** A join as it is declared, and as the rows are. */
export function JoinDrawer({ join, at, onJump, onClose }: JoinDrawerProps) {
  const { t } = useTranslation();
  const { number, share, cardinality, cardinalityName } = useJoinWords();
  const { dataset, name, table, to, toTable, on, declared, dated, conditional, measured } = join;
  const side = ({ rows, matched }: { rows: number; matched: number }) =>
    t('modelEditor.joins.side', {
      count: rows - matched,
      rows: number(rows - matched),
      all: number(rows),
      share: share(unmatchedShare({ rows, matched })),
    });
  return (
    <DetailDrawer
      opened
      onClose={onClose}
      title={t('modelEditor.joins.join', { from: to, to: name })}
      subtitle={dataset}
      footer={
        at === null ? undefined : (
          <div className={classes.footer}>
            <Button onClick={() => onJump(at)}>{t('modelEditor.joins.toText')}</Button>
          </div>
        )
      }
    >
      {measured?.agrees === false && (
        <Notice tone="warning" title={t('modelEditor.joins.warning')}>
          {measured.to.repeated > 0 && !dated
            ? t('modelEditor.joins.repeated', {
                count: measured.to.repeated,
                keys: number(measured.to.repeated),
                table,
                most: number(measured.most),
              })
            : t('modelEditor.joins.notOne', {
                count: measured.from.repeated,
                keys: number(measured.from.repeated),
                table: toTable,
              })}
        </Notice>
      )}
      <DetailSection title={t('modelEditor.joins.declared')}>
        <DetailList
          items={[
            {
              name: t('modelEditor.joins.columns'),
              value: on.map(({ column, key }) => `${to}.${column} = ${name}.${key}`).join(', '),
            },
            { name: t('modelEditor.joins.relationship'), value: cardinalityName(declared) },
            ...(dated ? [{ name: t('modelEditor.joins.rowsOfKey'), value: t('modelEditor.joins.dated') }] : []),
            ...(conditional
              ? [{ name: t('modelEditor.joins.condition'), value: t('modelEditor.joins.conditional') }]
              : []),
          ]}
        />
      </DetailSection>
      <DetailSection title={t('modelEditor.joins.measured')}>
        {measured ? (
          <DetailList
            items={[
              { name: t('modelEditor.joins.relationship'), value: cardinality(join) },
              { name: t('modelEditor.joins.unmatched', { table: toTable }), value: side(measured.from) },
              { name: t('modelEditor.joins.unmatched', { table }), value: side(measured.to) },
              { name: t('modelEditor.joins.keys', { table }), value: number(measured.to.repeated) },
              { name: t('modelEditor.joins.most', { table }), value: number(measured.most) },
            ]}
          />
        ) : (
          <p className={classes.note}>{cardinality(join)}</p>
        )}
      </DetailSection>
      {at === null && <p className={classes.note}>{t('modelEditor.joins.inherited')}</p>}
    </DetailDrawer>
  );
}
