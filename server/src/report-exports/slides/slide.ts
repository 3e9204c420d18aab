/** A slide before it is written. Lengths are points, colors '#rrggbb'. */
export interface Slide {
  readonly title: string;
  /** Where the slide belongs, above its title. */
  readonly above: string | null;
  readonly subtitle: string | null;
  readonly parts: readonly Part[];
  /** Below the content: what the figures lack. */
  readonly notes: readonly string[];
  /** For the speaker, a paragraph each. */
  readonly spoken: readonly string[];
}

export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Part = TextPart | PicturePart | ImagePart | TablePart;

export interface TextPart {
  readonly kind: 'text';
  readonly place: Place;
  readonly paragraphs: readonly Paragraph[];
  readonly fill?: string;
  readonly border?: string;
  readonly anchor?: 'top' | 'middle' | 'bottom';
  /** Between the frame and the text. */
  readonly inset?: number;
}

export interface PicturePart {
  readonly kind: 'picture';
  readonly place: Place;
  readonly svg: string;
  readonly alt: string;
}

/** A picture of the report. */
export interface ImagePart {
  readonly kind: 'image';
  readonly place: Place;
  /** Its hash. */
  readonly picture: string;
  /** Null: it only decorates. */
  readonly alt: string | null;
  readonly link: string | null;
}

export interface TablePart {
  readonly kind: 'table';
  readonly place: Place;
  readonly widths: readonly number[];
  readonly hasHead: boolean;
  readonly rows: readonly SlideRow[];
  readonly inset: number;
}

export interface SlideRow {
  readonly height: number;
  readonly cells: readonly SlideCell[];
  /** Of the line below. */
  readonly line: string;
}

export interface SlideCell {
  readonly paragraphs: readonly Paragraph[];
  readonly fill: string | null;
}

export interface Paragraph {
  readonly runs: readonly Run[];
  readonly align?: 'left' | 'right' | 'center';
  /** Of a list: its sign, or its first number. */
  readonly bullet?: 'disc' | number;
  readonly level?: number;
  /** Above. */
  readonly space?: number;
}

export interface Run {
  readonly text: string;
  readonly size: number;
  readonly color: string;
  readonly bold?: boolean;
  readonly italic?: boolean;
  readonly deleted?: boolean;
  readonly fixed?: boolean;
  readonly link?: string;
}

/** Where content is: below the title and above the footer. */
export const AREA = { x: 40, y: 94, width: 880, bottom: 492 } as const;
