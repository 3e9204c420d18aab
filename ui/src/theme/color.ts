/** Arithmetic on sRGB colors written as '#rrggbb'. */

const channels = (color: string): [number, number, number] => {
  const value = Number.parseInt(color.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
};

const hex = (parts: readonly number[]): string =>
  `#${parts.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Blends `share` (0–1) of `over` onto `under`. */
export function mix(over: string, under: string, share: number): string {
  const [a, b] = [channels(over), channels(under)];
  return hex(a.map((part, index) => part * share + b[index]! * (1 - share)));
}

function luminance(color: string): number {
  const [r, g, b] = channels(color).map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast ratio, 1–21. */
export function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}
