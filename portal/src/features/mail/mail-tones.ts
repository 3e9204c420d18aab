import type { MailStatus } from '@rise/contract';
import type { StatusTone } from '@rise/ui';

export const MAIL_TONES = {
  held: 'warning',
  waiting: 'neutral',
  sent: 'positive',
  failed: 'negative',
} as const satisfies Record<MailStatus, StatusTone>;
