import type { CSSProperties } from 'react';
import classes from './promo-art.module.css';

const BARS = 24;
/** Index of today's bar; later bars are only outlined. */
const TODAY = 20;
const STEP = 40;
const WIDTH = BARS * STEP;
const HEIGHT = 900;
/** Distance between the line and the bars. */
const ABOVE = 56;

/** A wavy rising curve from 0 to 1. */
const rise = (x: number): number => 0.1 + 0.56 * x ** 1.7 + 0.05 * Math.sin(x * 10) * (0.4 + x);

const bars = Array.from({ length: BARS }, (_, index) => {
  const height = Math.round(HEIGHT * 0.62 * rise(index / (BARS - 1)));
  return { x: index * STEP + STEP / 2, y: HEIGHT - height, height };
});
const until = (end: number) =>
  bars.slice(0, end + 1).map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y - ABOVE}`);
const course = until(TODAY).join('');
const outlook = `M${until(BARS - 1)
  .slice(TODAY)
  .join('')
  .slice(1)}`;
const today = { cx: bars[TODAY]!.x, cy: bars[TODAY]!.y - ABOVE };

/** Rings over rising bars: the suite's logo as a large, pale illustration. */
export function PromoArt() {
  return (
    <svg
      className={classes['art']}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden
      focusable="false"
    >
      <g className={classes['rings']}>
        {[80, 170, 270, 380, 500].map((radius) => (
          <circle key={radius} {...today} r={radius} />
        ))}
      </g>
      {bars.map(({ x, y, height }, index) => (
        <rect
          key={x}
          className={classes[index > TODAY ? 'ahead' : 'bar']}
          style={{ '--strength': index / BARS } as CSSProperties}
          x={x - 12}
          y={y}
          width={24}
          height={height + 24}
          rx={7}
        />
      ))}
      <path className={classes['line']} d={course} />
      <path className={classes['outlook']} d={outlook} />
      <circle className={classes['halo']} {...today} r={22} />
      <circle className={classes['today']} {...today} r={9} />
    </svg>
  );
}
