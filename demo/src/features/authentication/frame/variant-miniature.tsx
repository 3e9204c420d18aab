import { VARIANTS, type VariantName } from '../variants.ts';

const AREA = { width: 28, height: 20 };

/** Position of form and picture in each variant, on a page of 28 × 20 units. */
const FORMS = {
  card: { alone: [9, 4, 10, 12], beside: [4, 4, 9, 12, 11] },
  half: { beside: [0, 0, 14, 20, 14] },
  column: { beside: [0, 0, 9, 20, 19] },
} as const;

/** A page's variant as an icon: the filled part is the picture. */
export function VariantMiniature({ name }: { name: VariantName }) {
  const { form, promo } = VARIANTS[name];
  const flipped = promo === 'start' ? `matrix(-1 0 0 1 ${AREA.width} 0)` : undefined;
  const shape = FORMS[form];
  const [x, y, width, height] = promo === 'none' ? FORMS.card.alone : shape.beside;
  const picture = promo === 'none' ? 0 : shape.beside[4];
  return (
    <svg width={AREA.width} height={AREA.height} viewBox={`0 0 ${AREA.width} ${AREA.height}`} aria-hidden>
      <g transform={flipped}>
        <rect x="0.5" y="0.5" width="27" height="19" rx="3" fill="none" stroke="currentColor" strokeOpacity="0.55" />
        <rect
          x={x + 0.5}
          y={y + 0.5}
          width={width + picture - 1}
          height={height - 1}
          rx="2"
          fill="none"
          stroke="currentColor"
        />
        {picture > 0 && <rect x={x + width} y={y} width={picture} height={height} rx="2" fill="currentColor" />}
      </g>
    </svg>
  );
}
