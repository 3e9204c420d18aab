import type { TablePreview } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import classes from './preview.module.css';

export interface PreviewCellProps {
  value: string | null;
  issue: TablePreview['rows'][number]['issues'][number]['code'] | null;
  numeric: boolean;
}

/** A value as it is loaded; no value, blanks and what does not fit are visibly different. */
export function PreviewCell({ value, issue, numeric }: PreviewCellProps) {
  const { t } = useTranslation();
  if (issue !== null) {
    const reason = t(`import.issues.${issue}`);
    return (
      <span className={classes.issue} title={reason}>
        {value ?? ''}
        <span className={classes.reason}> ({reason})</span>
      </span>
    );
  }
  const isBlank = value !== null && value.trim() === '';
  const text =
    value === null ? (
      <span className={classes.none}>NULL</span>
    ) : isBlank ? (
      <span className={classes.none}>{t('import.preview.blank', { count: value.length })}</span>
    ) : (
      value
    );
  return numeric ? <span className={classes.number}>{text}</span> : text;
}
