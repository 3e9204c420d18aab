import type { IconName } from '@rise/contract';
import type { Icon } from '@rise/ui';
import { contentIcons } from '@rise/ui/icons';

/** The picture behind each name that content may carry. Loaded apart from the first screen's code. */
export const icons: Record<IconName, Icon> = contentIcons;
