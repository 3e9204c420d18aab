/** The parts of a date format such as %d.%m.%Y, and the texts between them. */
function partsOf(format: string): { part: string; separated: boolean; before: string }[] {
  const found = [...format.matchAll(/([^%]*)%([YymdbB])/g)];
  return found.map(([, before = '', part = ''], place) => ({
    part,
    before,
    separated: (place === 0 || before !== '') && (place === found.length - 1 || found[place + 1]![1] !== ''),
  }));
}

const escape = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`);

/** A regular expression, for DuckDB and JavaScript, that whole texts of the format match; ranges are not looked at. */
export function datePattern(format: string): string {
  return partsOf(format)
    .map(({ part, separated, before }) => {
      if (part === 'Y') return `${escape(before)}[0-9]{4}`;
      if (part === 'y') return `${escape(before)}[0-9]{2}`;
      if (part === 'b') return `${escape(before)}[A-Za-z]{3}`;
      if (part === 'B') return `${escape(before)}[A-Za-z]{3,9}`;
      return `${escape(before)}[0-9]{${separated ? '1,' : ''}2}`;
    })
    .join('');
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const two = (value: number) => String(value).padStart(2, '0');

/** A date as a text of the format. */
export function writeDate(format: string, year: number, month: number, day: number): string {
  return format.replaceAll(/%([YymdbB])/g, (_, part: string) => {
    if (part === 'Y') return String(year).padStart(4, '0');
    if (part === 'y') return two(year % 100);
    if (part === 'm') return two(month);
    if (part === 'd') return two(day);
    return part === 'b' ? MONTHS[month - 1]!.slice(0, 3) : MONTHS[month - 1]!;
  });
}
