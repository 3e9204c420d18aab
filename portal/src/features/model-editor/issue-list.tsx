import type { ModelIssueDetail } from '@rise/contract';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import classes from './model-editor.module.css';

export interface IssueListProps {
  issues: readonly ModelIssueDetail[];
  checking: boolean;
  /** Null unless the check itself failed. */
  error: unknown;
  onJump: (line: number) => void;
}

/** What is wrong with the text; each error leads to its line. */
export function IssueList({ issues, checking, error, onJump }: IssueListProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.issueBox}>
      <p role="status" className={classes.checkState}>
        {error ? (
          t('modelEditor.check.failed', { reason: errorText(error, t).message })
        ) : checking ? (
          t('modelEditor.check.running')
        ) : issues.length > 0 ? (
          <>
            <IconAlertCircle size={16} aria-hidden className={classes.wrong} />
            {t('modelEditor.check.issues', { count: issues.length })}
          </>
        ) : (
          <>
            <IconCircleCheck size={16} aria-hidden className={classes.right} />
            {t('modelEditor.check.valid')}
          </>
        )}
      </p>
      {issues.length > 0 && (
        <ul className={classes.issues}>
          {issues.slice(0, 50).map(({ line, message }) => (
            <li key={`${line} ${message}`}>
              {line === null ? (
                message
              ) : (
                <button type="button" className={classes.issue} onClick={() => onJump(line)}>
                  {t('modelEditor.issueAt', { line, message })}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
