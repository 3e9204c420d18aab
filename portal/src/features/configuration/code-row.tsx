import { ActionIcon, Button, Checkbox } from '@mantine/core';
import type { ConfigurationCode, FigureFormat } from '@rise/contract';
import { formatInteger, MISSING, useFigure, useUiContext } from '@rise/ui';
import { IconArrowBackUp, IconCalendar, IconCheck, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../dates/dates.ts';
import { CodeText, useCodeName } from './code-text.tsx';
import { useRejectSuggestion } from './configuration.queries.ts';
import { changedCodes, entriesIn } from './draft.rules.ts';
import { TargetField } from './target-field.tsx';
import type { Workbench } from './use-workbench.ts';
import classes from './codes.module.css';
import shared from './configuration.module.css';

export interface CodeRowProps {
  row: ConfigurationCode;
  bench: Workbench;
  format: FigureFormat | null;
  onDrag: (codes: readonly ConfigurationCode[] | null) => void;
  onEdit: (code: ConfigurationCode) => void;
}

/** One code: what of the data has it, and what it maps to. */
export function CodeRow({ row, bench, format, onDrag, onEdit }: CodeRowProps) {
  const { t } = useTranslation();
  const { locale } = useUiContext();
  const write = useFigure();
  const name = useCodeName()(row.code);
  const { editable } = bench.codes;
  const isSelected = bench.selection.has(row.code);
  const isChanged = changedCodes(bench.draft).has(row.code);
  return (
    <tr
      data-selected={isSelected || undefined}
      data-changed={isChanged || undefined}
      draggable={editable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', row.code ?? '');
        onDrag(isSelected ? [...bench.selection.values()] : [row]);
      }}
      onDragEnd={() => onDrag(null)}
    >
      {editable && (
        <td className={shared.check}>
          <Checkbox
            size="xs"
            aria-label={t('configuration.selectCode', { code: name })}
            checked={isSelected}
            onChange={({ currentTarget }) => bench.select([row], currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row">
        <CodeText code={row.code} />
        {row.variants.length > 0 && (
          <span className={shared.detail}>
            {t('configuration.variants', {
              codes: row.variants
                .map((code) => (code.trim() === '' ? t('configuration.codeEmptyOrBlank') : `“${code}”`))
                .join(', '),
            })}
          </span>
        )}
      </th>
      <td className={`${shared.figure} ${classes.wide}`}>{formatInteger(row.rows, locale)}</td>
      {format && <td className={`${shared.figure} ${classes.wide}`}>{write(row.amount, format)}</td>}
      <td className={`${classes.days} ${classes.wide}`}>
        <Days first={row.first} last={row.last} />
      </td>
      <td>
        <span className={classes.facts}>
          {t('configuration.rows', { count: row.rows })}
          {format && ` · ${write(row.amount, format, { compact: true })}`} · <Days first={row.first} last={row.last} />
        </span>
        {editable ? (
          <Target row={row} bench={bench} name={name} isChanged={isChanged} onEdit={onEdit} />
        ) : row.entries[0] ? (
          bench.titleOf(row.entries[0].value)
        ) : (
          <span className={shared.open}>{t('configuration.unmapped')}</span>
        )}
      </td>
    </tr>
  );
}

/** First and last day, which break between them only. */
function Days({ first, last }: Pick<ConfigurationCode, 'first' | 'last'>) {
  const { i18n } = useTranslation();
  if (first === null || last === null) return MISSING;
  const day = (date: string) => <span className={classes.day}>{formatDay(date, i18n.language)}</span>;
  return first === last ? (
    day(first)
  ) : (
    <>
      {day(first)} – {day(last)}
    </>
  );
}

function Target({
  row,
  bench,
  name,
  isChanged,
  onEdit,
}: Pick<CodeRowProps, 'row' | 'bench' | 'onEdit'> & { name: string; isChanged: boolean }) {
  const { t } = useTranslation();
  const entries = entriesIn(bench.draft, row);
  const [entry] = entries;
  const hasDays = entries.length > 1 || (entry !== undefined && (entry.from !== null || entry.until !== null));
  return (
    <div className={classes.target}>
      <div className={classes.targetLine}>
        {hasDays ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconCalendar size={14} aria-hidden />}
            onClick={() => onEdit(row)}
          >
            {t('configuration.byDay', { count: entries.length })}
          </Button>
        ) : (
          <TargetField
            label={t('configuration.targetOf', { code: name })}
            bench={bench}
            value={entry?.value ?? ''}
            onChoose={(value) => bench.assign([row], value)}
            onClear={() => bench.unmap([row])}
          />
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('configuration.daysOf', { code: name })}
          title={t('configuration.days')}
          onClick={() => onEdit(row)}
        >
          <IconCalendar size={15} aria-hidden />
        </ActionIcon>
        {isChanged && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('configuration.undoOf', { code: name })}
            title={t('configuration.undoChange')}
            onClick={() => bench.undo([row.code])}
          >
            <IconArrowBackUp size={15} aria-hidden />
          </ActionIcon>
        )}
      </div>
      {isChanged && (
        <span className={shared.detail}>
          {row.entries.length === 0
            ? t('configuration.newlyMapped')
            : t('configuration.was', { value: row.entries.map(({ value }) => bench.titleOf(value)).join(', ') })}
        </span>
      )}
      {!isChanged && row.status === 'partly' && (
        <span className={shared.open}>{t('configuration.partly', { count: row.unmappedRows })}</span>
      )}
      {!isChanged && row.suggestion && <Suggestion row={row} bench={bench} name={name} />}
    </div>
  );
}

function Suggestion({ row, bench, name }: Pick<CodeRowProps, 'row' | 'bench'> & { name: string }) {
  const { t } = useTranslation();
  const write = useFigure();
  const reject = useRejectSuggestion(bench.codes.type);
  const { value, reason, confidence, source } = row.suggestion!;
  const title = bench.titleOf(value);
  return (
    <span className={classes.suggestion}>
      <span>
        <strong>{title}</strong>{' '}
        <span className={classes.reason}>
          {t(`configuration.reasons.${reason}`, { source })} · {write(confidence, { unit: 'percent' })}
        </span>
      </span>
      <ActionIcon
        variant="light"
        size="sm"
        aria-label={t('configuration.acceptFor', { value: title, code: name })}
        onClick={() => bench.assign([row], value)}
      >
        <IconCheck size={14} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('configuration.rejectFor', { value: title, code: name })}
        onClick={() => reject.mutate({ code: row.code!, value })}
      >
        <IconX size={14} aria-hidden />
      </ActionIcon>
    </span>
  );
}
