import { init, setPlatformAPI, type ChartOption } from '@rise/ui/chart-options';
import { textWidth } from './text.rules.ts';

// Without a browser the chart library would take widths of another font, and cut names too late.
setPlatformAPI({
  measureText: (text, font = '') => {
    const size = Number(/([\d.]+)px/.exec(font)?.[1] ?? 12);
    return { width: textWidth(text, /bold|[6-9]00/.test(font)) * size };
  },
});

/** The chart library quotes the family, which is the browser's. */
const FAMILIES = /font-family:[^;"]*|font-family="[^"]*"/g;

/** A chart as SVG, in the fonts of print. Sizes are pixels. */
export function drawnSvg(option: ChartOption, size: { width: number; height: number }): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, ...size });
  try {
    chart.setOption(option);
    return chart
      .renderToSVGString()
      .replaceAll(FAMILIES, (family) =>
        family.startsWith('font-family:') ? 'font-family:Inter' : 'font-family="Inter"',
      );
  } finally {
    chart.dispose();
  }
}
