import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { RunActions, SourceHead, SourceState } from './source-state.tsx';
import { sourcesQuery } from './sources.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './knowledge.module.css';

/** The folders that the operator has named, where there are any; that they cannot be listed is said with the sites. */
export function FoldersSection() {
  const { t } = useTranslation();
  const folders = useQuery(sourcesQuery).data?.folders ?? [];
  if (folders.length === 0) return null;
  return (
    <section className={cards.card} aria-labelledby="knowledge-folders">
      <h2 id="knowledge-folders" className={cards.heading}>
        {t('knowledge.folders.title')}
      </h2>
      <p className={cards.hint}>{t('knowledge.folders.help')}</p>
      <ul className={cards.list} aria-label={t('knowledge.folders.title')}>
        {folders.map((folder) => (
          <li key={folder.id} className={classes.source} aria-label={folder.name}>
            <SourceHead source={folder} />
            <p className={classes.detail}>{t('knowledge.sources.documents', { count: folder.documents })}</p>
            <SourceState source={folder} />
            <RunActions source={folder} />
          </li>
        ))}
      </ul>
    </section>
  );
}
