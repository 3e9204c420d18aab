import type { IconName } from '@rise/contract';
import type { LocalizedText } from '../../text.ts';
import sections from './data/sections.json';

/** A screen of the demo and its menu entry. */
interface Screen {
  readonly id: string;
  readonly icon: IconName;
  readonly link: string;
  readonly title: LocalizedText;
}

export interface Section {
  readonly id: string;
  readonly icon: IconName;
  readonly title: LocalizedText;
  readonly subtitle: LocalizedText;
  readonly screens: readonly Screen[];
}

/** Every screen of the demo, by section. */
export const SECTIONS = sections as readonly Section[];
