import { Notice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import type { Selection } from './accepted-files.ts';
import classes from './drop.module.css';

export interface RefusedFilesProps extends Pick<Selection, 'refused' | 'ignored'> {
  onClose: () => void;
}

/** Which of the chosen files were not taken, and what to do about each. */
export function RefusedFiles({ refused, ignored, onClose }: RefusedFilesProps) {
  const { t } = useTranslation();
  if (refused.length === 0 && ignored === 0) return null;
  return (
    <Notice
      tone={refused.length > 0 ? 'warning' : 'info'}
      title={t('import.refused.title', { count: refused.length + ignored })}
      onClose={onClose}
    >
      {refused.length > 0 && (
        <ul className={classes.refused}>
          {refused.map(({ name, code }, place) => (
            // oxlint-disable-next-line react/no-array-index-key -- files of several folders may have the same name
            <li key={`${place} ${name}`}>{t(`import.refused.${code}`, { name })}</li>
          ))}
        </ul>
      )}
      {ignored > 0 && <p>{t('import.refused.ignored', { count: ignored })}</p>}
    </Notice>
  );
}
