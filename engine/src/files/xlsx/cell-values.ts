import type { NativeKind } from '../infer/column-sample.ts';
import { elementsIn, attribute, prefixOf } from './xml.ts';

/** What a number is shown as. */
type NumberStyle = 'number' | 'date' | 'time';

/** A value of a sheet: numbers with a point, dates as YYYY-MM-DD or YYYY-MM-DD HH:MM:SS. */
export interface SheetCell {
  native: NativeKind;
  text: string;
}

function builtInStyle(id: number): NumberStyle {
  if ((id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'date';
  return (id >= 18 && id <= 21) || id === 45 || id === 47 ? 'time' : 'number';
}

/** By the letters of the first section, without texts and colors; elapsed hours such as [h] are a number. */
export function formatStyle(format: string): NumberStyle {
  const [first = ''] = format.split(';');
  if (/\[(?:h+|m+|s+)\]/i.test(first)) return 'number';
  const letters = first.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]/g, '').replaceAll(/general/gi, '');
  if (/[yd]/i.test(letters) || /m{3,}/i.test(letters)) return 'date';
  if (/[hs]/i.test(letters)) return 'time';
  return /m/i.test(letters) && !/[0#?]/.test(letters) ? 'date' : 'number';
}

/** The style of each cell format of a workbook. */
export function readStyles(xml: string): NumberStyle[] {
  const prefix = prefixOf(xml, 'styleSheet');
  const custom = new Map<number, NumberStyle>();
  for (const { body } of elementsIn(xml, `${prefix}numFmts`))
    for (const { tag } of elementsIn(body, `${prefix}numFmt`))
      custom.set(Number(attribute(tag, 'numFmtId')), formatStyle(attribute(tag, 'formatCode') ?? ''));
  const styles: NumberStyle[] = [];
  for (const { body } of elementsIn(xml, `${prefix}cellXfs`))
    for (const { tag } of elementsIn(body, `${prefix}xf`)) {
      const id = Number(attribute(tag, 'numFmtId') ?? 0);
      styles.push(custom.get(id) ?? builtInStyle(id));
    }
  return styles;
}

const DAY_MS = 86_400_000;
/** 9999-12-31. */
const LAST_SERIAL = 2_958_465;

/** A day number of Excel as a date or time; null if it is none. Day 60 of 1900 never was. */
export function dateOfSerial(serial: number, since1904: boolean): SheetCell | null {
  if (!(serial >= 0) || serial > LAST_SERIAL) return null;
  const days = since1904 ? serial + 1462 : serial < 60 ? serial + 1 : serial;
  const ms = Math.round((days - 25_569) * DAY_MS);
  const iso = new Date(ms).toISOString();
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 23)];
  if (!since1904 && serial < 1) return { native: 'text', text: time.slice(0, 8) };
  if (time === '00:00:00.000') return { native: 'date', text: date };
  return { native: 'timestamp', text: `${date} ${time.endsWith('.000') ? time.slice(0, 8) : time}` };
}

/** A stored number without an exponent, to the 15 digits that Excel has: 0.30000000000000004 is 0.3. */
export function plainNumber(text: string): string | null {
  if (text.length <= 15 && /^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return null;
  const short = Number(value.toPrecision(15));
  const plain = String(short);
  if (!plain.includes('e')) return plain;
  if (Math.abs(short) >= 1e21) return plain;
  return short
    .toFixed(Math.min(100, 14 - Math.floor(Math.log10(Math.abs(short)))))
    .replace(/0+$/, '')
    .replace(/\.$/, '');
}

/** A number in the style of its cell; null if it is none. */
export function numberCell(text: string, style: NumberStyle, since1904: boolean): SheetCell | null {
  if (style !== 'number') {
    const date = dateOfSerial(Number(text), since1904);
    if (date !== null && text.trim() !== '') return date;
  }
  const plain = plainNumber(text);
  return plain === null ? null : { native: 'number', text: plain };
}
