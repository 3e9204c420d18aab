import type { IconShape } from './icon-code.ts';

/** An icon in the current text color. The drawings are part of the build, and tests check their content. */
export function IconDrawing({ box, body, size }: IconShape & { size: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${box} ${box}`}
      aria-hidden
      // oxlint-disable-next-line react/no-danger -- see above
      dangerouslySetInnerHTML={{ __html: body }}
    />
  );
}
