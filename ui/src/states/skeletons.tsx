import type { CSSProperties } from 'react';
import { useUiContext } from '../context/ui-context.tsx';
import classes from './skeletons.module.css';

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index);

export function Bone({ width, height, style }: { width?: number | string; height: number; style?: CSSProperties }) {
  return <span className={classes['bone']} style={{ width: width ?? '100%', height, ...style }} />;
}

function Shape({ kind, children }: { kind: string; children: React.ReactNode }) {
  const { texts } = useUiContext();
  return (
    <div className={classes[kind]} role="img" aria-label={texts.loading} aria-busy="true">
      {children}
    </div>
  );
}

const WIDTHS = ['92%', '100%', '84%', '96%', '70%'];

export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <Shape kind="text">
      {numbered(lines).map((line) => (
        <Bone key={line} height={12} width={WIDTHS[line % WIDTHS.length]} />
      ))}
    </Shape>
  );
}

const HEIGHTS = [34, 52, 46, 70, 88, 100, 82, 64, 58, 40, 30, 22].map((share, place) => ({
  column: `${share}%`,
  row: `${96 - place * 6}%`,
}));

export function ChartSkeleton({
  height = 280,
  bars = 'columns',
}: {
  height?: number | string;
  bars?: 'columns' | 'rows';
}) {
  return (
    <div style={{ height }}>
      <Shape kind={bars}>
        {HEIGHTS.map(({ column, row }) => (
          <span
            key={column}
            className={classes['bone']}
            style={bars === 'columns' ? { height: column } : { width: row }}
          />
        ))}
      </Shape>
    </div>
  );
}

export function TableSkeleton({ rows = 8, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <Shape kind="table">
      {numbered(rows + 1).map((row) => (
        <span key={row} className={classes['row']} style={{ gridTemplateColumns: `2fr repeat(${columns - 1}, 1fr)` }}>
          {numbered(columns).map((column) => (
            <Bone
              key={column}
              height={row === 0 ? 8 : 10}
              width={column === 0 ? WIDTHS[row % WIDTHS.length] : '52%'}
              style={column === 0 ? {} : { justifySelf: 'end' }}
            />
          ))}
        </span>
      ))}
    </Shape>
  );
}

export function ListSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <Shape kind="list">
      {numbered(rows).map((row) => (
        <span key={row} className={classes['entry']}>
          <Bone height={13} width={`${46 - (row % 3) * 9}%`} />
          <Bone height={10} width={`${78 - (row % 4) * 8}%`} />
        </span>
      ))}
    </Shape>
  );
}
