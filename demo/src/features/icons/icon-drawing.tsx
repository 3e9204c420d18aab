import type { IconShape } from './icon-code.ts';

/** An icon in the colour of the text around it. The drawings come with the build, whose tests know what is in them. */
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
