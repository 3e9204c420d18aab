import { DetailDrawer, DetailSection } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { measureNamed } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';

/** What a frozen figure meant when it was frozen. */
export function FrozenAbout() {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report, choices, choose } = useOpenReport();
  if (choices.about === undefined) return null;
  const { title, definition, caveat } = measureNamed(report, choices.about);
  return (
    <DetailDrawer
      opened
      onClose={() => choose({ about: undefined, tile: undefined })}
      title={localize(title)}
      subtitle={t('report.freeze.about')}
    >
      <DetailSection title={t('report.freeze.definition')}>
        <p>{localize(definition)}</p>
        {caveat && <p>{localize(caveat)}</p>}
      </DetailSection>
    </DetailDrawer>
  );
}
