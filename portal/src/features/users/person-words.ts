import type { ListedPerson } from '@rise/contract';
import type { StatusTone } from '@rise/ui';

export const STATE_TONES: Record<ListedPerson['state'], StatusTone> = {
  active: 'positive',
  disabled: 'neutral',
  invited: 'info',
  expired: 'warning',
};
