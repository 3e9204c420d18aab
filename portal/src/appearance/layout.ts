import type { ApplicationSettings } from '@rise/contract';
import { isLayoutName } from '@rise/ui';
import { observable } from '@rise/ui/kernel';

export type LayoutName = ApplicationSettings['appearance']['layout'];

/** What has a say in how the frame around the page looks; null or undefined has none. */
export interface LayoutVoices {
  /** The installation's. */
  configured: LayoutName;
  /** The person's own. */
  preferred?: LayoutName | null;
  /** From the address: `?layout=dense`. */
  asked?: LayoutName | null;
  /** What the route wants, whatever anybody chose. */
  route?: LayoutName | null;
}

/** The layout to draw: the configuration's, the person's, the address's, the route's; the last that speaks wins. */
export function resolveLayout({ configured, preferred, asked, route }: LayoutVoices): LayoutName {
  return route ?? asked ?? preferred ?? configured;
}

/** The layout that an address asked for: it stays for the pages after it, until another one is chosen. */
export const askedLayout = observable<LayoutName | null>(null);

/** The value of the parameter where it names a layout. */
export function layoutNamed(value: string | undefined): LayoutName | null {
  return value !== undefined && isLayoutName(value) ? value : null;
}
