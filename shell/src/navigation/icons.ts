import type { IconName } from '@rise/contract';
import type { Icon } from '@rise/ui';
import { contentIcons } from '@rise/ui/icons';

/** Icon by the names that content can use. Loaded lazily, separate from the first screen. */
export const icons: Record<IconName, Icon> = contentIcons;
