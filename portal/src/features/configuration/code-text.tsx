import { useTranslation } from 'react-i18next';
import classes from './codes.module.css';
import shared from './configuration.module.css';

/** A code as it is in the data: null, an empty text and blanks are visible, and each is read out. */
export function CodeText({ code }: { code: string | null }) {
  const { t } = useTranslation();
  if (code === null) return <span className={classes.special}>{t('configuration.codeNull')}</span>;
  if (code === '') return <span className={classes.special}>{t('configuration.codeEmpty')}</span>;
  if (code.trim() === '')
    return <span className={classes.special}>{t('configuration.codeBlank', { count: code.length })}</span>;
  const [, before = '', text = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(code) ?? [];
  return (
    <span className={shared.code}>
      <Blanks count={before.length} />
      {text}
      <Blanks count={after.length} />
    </span>
  );
}

function Blanks({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <span className={classes.blank} title={t('configuration.codeBlank', { count })}>
      {'␣'.repeat(Math.min(count, 8))}
    </span>
  );
}

/** The name of a code in labels and messages. */
export function useCodeName(): (code: string | null) => string {
  const { t } = useTranslation();
  return (code) => {
    if (code === null) return t('configuration.codeNull');
    if (code === '') return t('configuration.codeEmpty');
    return code.trim() === '' ? t('configuration.codeBlank', { count: code.length }) : code;
  };
}
