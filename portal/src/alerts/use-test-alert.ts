import type { TestAlert } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../i18n/use-language.ts';

/** Where the tests of the model are. */
export const TESTS_HREF = '/model/edit?panel=tests';

/** Says how many tests of the model do not pass, and names the first. */
export function useTestAlert(): (alert: TestAlert) => string {
  const { t } = useTranslation();
  const localize = useLocalize();
  return ({ failing, titles }) => {
    const named = titles.map(localize).join(', ');
    const others = failing > titles.length;
    return t('testAlert.tests', { count: failing, titles: others ? t('testAlert.more', { titles: named }) : named });
  };
}
