import { Button } from '@mantine/core';
import type { ModelDocument } from '@rise/contract';
import { Notice } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { formatMoment } from '../../dates/moments.ts';
import type { DraftText } from './use-draft.ts';
import classes from './model-editor.module.css';

export interface DraftStatusProps {
  draft: DraftText;
  active: ModelDocument | null;
  onReplace: DraftText['adopt'];
}

/** Whether the text is saved; after a conflict, the author chooses between both texts. */
export function DraftStatus({ draft, active, onReplace }: DraftStatusProps) {
  const { t, i18n } = useTranslation();
  const { save, text } = draft;
  if (save.status === 'conflict') {
    const { theirs } = save;
    const stored = {
      document: theirs?.document ?? active?.document ?? '',
      revision: theirs?.revision ?? 0,
      basedOn: theirs ? theirs.basedOn : (active?.version ?? null),
      at: theirs?.updatedAt ?? null,
      author: theirs?.author ?? null,
    };
    return (
      <Notice
        tone="warning"
        title={t('modelEditor.conflict.title', { author: theirs?.author ?? t('modelEditor.conflict.someone') })}
      >
        <p>{t('modelEditor.conflict.text')}</p>
        <div className={classes.buttons}>
          <Button size="xs" variant="default" onClick={() => onReplace({ ...stored, document: text, dirty: true })}>
            {t('modelEditor.conflict.mine')}
          </Button>
          <Button size="xs" variant="default" onClick={() => onReplace({ ...stored, dirty: false })}>
            {t('modelEditor.conflict.theirs')}
          </Button>
        </div>
      </Notice>
    );
  }
  if (save.status === 'failed')
    return (
      <Notice tone="negative" title={t('modelEditor.save.failed')}>
        <p>{errorText(save.error, t).message}</p>
        <Button size="xs" variant="default" onClick={draft.retry}>
          {t('modelEditor.save.retry')}
        </Button>
      </Notice>
    );
  return (
    <p role="status" className={classes.hint}>
      {save.status === 'saved'
        ? save.at === null
          ? active === null
            ? t('modelEditor.save.none')
            : t('modelEditor.save.active', { version: active.version })
          : t('modelEditor.save.saved', { moment: formatMoment(save.at, i18n.language), author: save.author ?? '–' })
        : t('modelEditor.save.saving')}
    </p>
  );
}
