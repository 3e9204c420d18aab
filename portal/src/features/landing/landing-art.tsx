import { formatFigure } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import classes from './landing-art.module.css';

const SHARE = 0.1142;
const RANKS = [148, 132, 121, 113, 104, 92, 83];
const OURS = 3;
const SPREAD = [6, 11, 19, 31, 46, 60, 68, 64, 52, 39, 26, 17, 10, 6].map(
  (height, index) => [46 + index * 31, height] as const,
);
const HERE = 46 + 9 * 31;

/** Outline of a scorecard: a figure among its peers, a ranking, a distribution. Decorative. */
export function LandingArt() {
  const { i18n } = useTranslation();
  return (
    <svg className={classes.art} viewBox="0 0 520 400" role="presentation" aria-hidden="true">
      <rect className={classes.card} x="24" y="20" width="226" height="124" rx="10" />
      <rect className={classes.line} x="44" y="42" width="92" height="8" rx="4" />
      <text className={classes.figure} x="43" y="96">
        {formatFigure(SHARE, { unit: 'percent', decimals: 2 }, { locale: i18n.language })}
      </text>
      <rect className={classes.track} x="44" y="118" width="186" height="6" rx="3" />
      <rect className={classes.typical} x="106" y="118" width="62" height="6" rx="3" />
      <circle className={classes.mark} cx="184" cy="121" r="7" />

      <rect className={classes.card} x="266" y="20" width="230" height="226" rx="10" />
      <rect className={classes.line} x="286" y="42" width="118" height="8" rx="4" />
      {RANKS.map((width, index) => (
        <g key={width}>
          <rect className={classes.line} x="286" y={72 + index * 23} width={26} height="8" rx="4" />
          <rect
            className={index === OURS ? classes.ours : classes.bar}
            x="324"
            y={69 + index * 23}
            width={width}
            height="14"
            rx="3"
          />
        </g>
      ))}

      <rect className={classes.card} x="24" y="160" width="226" height="86" rx="10" />
      <rect className={classes.line} x="44" y="180" width="74" height="8" rx="4" />
      {['a', 'b', 'c', 'd'].map((part, index) => (
        <rect
          key={part}
          className={classes[`part-${part}`]}
          x={44 + [0, 78, 124, 160][index]!}
          y="206"
          width={[76, 44, 34, 26][index]!}
          height="18"
          rx="3"
        />
      ))}

      <rect className={classes.card} x="24" y="262" width="472" height="122" rx="10" />
      <rect className={classes.line} x="44" y="282" width="96" height="8" rx="4" />
      {SPREAD.map(([x, height]) => (
        <rect
          key={x}
          className={x === HERE ? classes.ours : classes.bar}
          x={x}
          y={366 - height}
          width="26"
          height={height}
          rx="3"
        />
      ))}
      <line className={classes.median} x1="252" y1="284" x2="252" y2="368" />
    </svg>
  );
}
