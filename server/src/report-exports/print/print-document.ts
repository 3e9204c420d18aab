/** What the layouts, server/print/report.typ and the slides, read: texts are ready to be set, sizes are in points. */
export interface PrintDocument {
  readonly title: string;
  readonly author: string;
  readonly language: string;
  readonly paper: PaperSize;
  /** By token name. */
  readonly colors: Readonly<Record<string, string>>;
  readonly organization: string;
  /** Of the organization, on paper; size in points. */
  readonly logo: { readonly picture: string; readonly width: number; readonly height: number } | null;
  readonly purpose: string;
  readonly facts: readonly Pair[];
  readonly selections: readonly Pair[];
  /** `page` with {page} and {count}. */
  readonly footer: { readonly title: string; readonly page: string };
  readonly pages: readonly PrintPage[];
  readonly definitions: {
    readonly title: string;
    readonly head: readonly string[];
    readonly rows: readonly { readonly name: string; readonly definition: string; readonly note: string | null }[];
  };
}

export type Pair = readonly [name: string, value: string];

export interface PaperSize {
  readonly width: number;
  readonly height: number;
  /** At the left and right. */
  readonly margin: number;
  /** Of tiles with a frame. */
  readonly inset: number;
  /** Of a pixel of charts, whose texts have 12. */
  readonly pixel: number;
  /** A ring's diameter, in pixels. */
  readonly ring: number;
  /** Bars below each other that fit; more are a table, which continues. */
  readonly bars: number;
  /** Of a table's text, the greatest that fits. */
  readonly sizes: readonly number[];
  /** A slide has one tile: its charts are as high as this, in pixels. Null on paper. */
  readonly chartHeight: number | null;
}

export interface PrintPage {
  /** Null where the report has a single page. */
  readonly title: string | null;
  readonly lines: readonly PrintLine[];
}

/** Tiles side by side. */
export interface PrintLine {
  readonly break: boolean;
  readonly breakable: boolean;
  /** A single tile on pages that are turned. */
  readonly landscape: boolean;
  readonly tiles: readonly PlacedBlock[];
}

/** A width of null is that of the page. */
export interface PlacedBlock {
  readonly width: number | null;
  readonly block: PrintBlock;
  /** What the tile's measures mean. */
  readonly definitions: readonly Pair[];
}

interface Titled {
  readonly title: string | null;
  readonly subtitle: string | null;
  /** What the figures lack. */
  readonly notes: readonly string[];
}

export type Band = { readonly title: string; readonly tone: string };

export interface LegendEntry {
  readonly name: string;
  readonly color: string;
  readonly mark: 'line' | 'filled';
  readonly dash: 'solid' | 'dashed' | 'dotted';
}

export interface ChartBlock extends Titled {
  readonly kind: 'chart';
  readonly svg: string;
  /** For screen readers. */
  readonly alt: string;
  readonly legend: readonly LegendEntry[];
  /** A list of the parts of a whole, at the chart's side or below it. */
  readonly parts: readonly { color: string; name: string; value: string; share: string }[] | null;
  readonly beside: boolean;
  readonly chartWidth: number;
  /** Range and colors of a heat map. */
  readonly scale: { readonly low: string; readonly high: string; readonly colors: readonly string[] } | null;
}

export interface FunnelBlock extends Titled {
  readonly kind: 'funnel';
  /** `length` is 0 to 1. */
  readonly steps: readonly { name: string; value: string; ofFirst: string; ofPrevious: string; length: number }[];
}

export interface FigureCard {
  readonly title: string;
  readonly value: string;
  /** Of the value. */
  readonly size: number;
  /** The value with all digits, where it is shortened. */
  readonly exact: string | null;
  /** What the value means. */
  readonly mark: CellMark['tone'];
  readonly band: Band | null;
  readonly change: {
    readonly text: string;
    /** Name of a color. */
    readonly tone: string;
    readonly sign: 'positive' | 'negative' | null;
    readonly compared: string;
  } | null;
  readonly lines: readonly Pair[];
  /** Percentile. */
  readonly position: number | null;
  /** The figure's course. */
  readonly svg: string | null;
}

export interface CardsBlock extends Titled {
  readonly kind: 'cards';
  readonly period: string | null;
  readonly columns: number;
  readonly cards: readonly FigureCard[];
}

export interface ClassBlock extends Titled {
  readonly kind: 'class';
  /** The bands are below each other: side by side they have no room. */
  readonly stacked: boolean;
  readonly value: string;
  /** From worst to best. */
  readonly bands: readonly (Band & { readonly range: string; readonly here: boolean })[];
  readonly companions: readonly {
    readonly title: string;
    readonly value: string;
    readonly band: Band | null;
    readonly meaning: string | null;
  }[];
}

export interface EmptyBlock extends Titled {
  readonly kind: 'empty';
  readonly message: { readonly title: string; readonly text: string };
}

export interface TableColumn {
  readonly title: string;
  /** Aligned at the right. */
  readonly figure: boolean;
  /** Null: its part of what is left. */
  readonly width: number | null;
}

/** How a cell stands out: by a sign and weight, by its ground, or by a bar from zero. */
export interface CellMark {
  readonly tone: 'good' | 'warning' | 'bad' | 'neutral' | null;
  /** A color, '#rrggbb'. */
  readonly fill: string | null;
  /** Shares of the cell's width. */
  readonly bar: { readonly start: number; readonly length: number } | null;
}

export interface TableRow {
  readonly cells: readonly string[];
  /** Of each cell; null where none stands out. */
  readonly marks?: readonly (CellMark | null)[] | null;
  readonly look: 'plain' | 'subtotal' | 'total';
}

export interface TablePart {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly TableRow[];
  /** Of the text. */
  readonly size: number;
  /** At the left and right of cells. */
  readonly inset: number;
}

export interface TableBlock extends Titled {
  readonly kind: 'table';
  readonly parts: readonly TablePart[];
  /** Whether it needs the page's longer side. */
  readonly landscape: boolean;
}

export interface TextBlock {
  readonly kind: 'text';
  readonly title: string | null;
  readonly blocks: readonly Formatted[];
}

/** A picture of the report. */
export interface ImageBlock {
  readonly kind: 'image';
  readonly title: string | null;
  /** Hash of the picture. */
  readonly picture: string;
  readonly format: 'png' | 'jpg';
  /** Of the picture as it is placed. */
  readonly width: number;
  readonly height: number;
  readonly fit: 'contain' | 'cover';
  /** For screen readers; null: it only decorates. */
  readonly alt: string | null;
  readonly caption: string | null;
  readonly link: string | null;
}

export type PrintBlock =
  | ChartBlock
  | FunnelBlock
  | CardsBlock
  | ClassBlock
  | EmptyBlock
  | TableBlock
  | TextBlock
  | ImageBlock;

/** Files of pictures by their hashes. */
export type PictureFiles = Readonly<
  Record<string, { readonly mediaType: 'image/png' | 'image/jpeg'; readonly bytes: Uint8Array }>
>;

/** A block of a formatted text. */
export type Formatted =
  | { readonly kind: 'heading'; readonly level: number; readonly parts: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly parts: readonly Inline[] }
  | {
      readonly kind: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly (readonly Formatted[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly Formatted[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' }
  | {
      readonly kind: 'table';
      readonly align: readonly ('left' | 'right' | 'center')[];
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly { readonly parts: readonly Inline[] }[])[];
    };

/** A piece of a line. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis' | 'deleted'; readonly parts: readonly Inline[] }
  | { readonly kind: 'link'; readonly address: string; readonly parts: readonly Inline[] }
  | { readonly kind: 'break' };
