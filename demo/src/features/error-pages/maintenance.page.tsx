import { MaintenancePage } from '@rise/ui';
import { useErrorPagesTexts } from './error-pages.texts.ts';

export default function MaintenanceShowcase() {
  const t = useErrorPagesTexts();
  return <MaintenancePage title={t('maintenanceTitle')} text={t('maintenanceText')} />;
}
