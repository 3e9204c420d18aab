export type Mark = 'bold' | 'italic' | 'list' | 'link';

interface Selection {
  from: number;
  to: number;
}

const AROUND = { bold: '**', italic: '_' } as const;
const ADDRESS = 'https://';

/** A text with the selected part formatted, and what is selected then: the part, or a link's address. */
export function withMark(text: string, { from, to }: Selection, mark: Mark): { text: string; selection: Selection } {
  const [before, part, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  if (mark === 'list') {
    const start = before.lastIndexOf('\n') + 1;
    const lines = text.slice(start, to).split('\n');
    const listed = lines.map((line) => `- ${line}`).join('\n');
    const gap = start > 1 && text[start - 2] !== '\n' ? '\n' : '';
    const end = start + gap.length + listed.length;
    return { text: `${text.slice(0, start)}${gap}${listed}${after}`, selection: { from: end, to: end } };
  }
  if (mark === 'link') {
    const begin = before.length + part.length + 3;
    return {
      text: `${before}[${part}](${ADDRESS})${after}`,
      selection: { from: begin, to: begin + ADDRESS.length },
    };
  }
  const sign = AROUND[mark];
  const start = before.length + sign.length;
  return {
    text: `${before}${sign}${part}${sign}${after}`,
    selection: { from: start, to: start + part.length },
  };
}
