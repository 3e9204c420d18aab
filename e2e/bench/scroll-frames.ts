interface ScrollFrames {
  /** An expression of the page: the element that scrolls. */
  readonly scroller: string;
  /** Frames before the measured ones. */
  readonly warmUp: number;
  readonly frames: number;
  /** In how many frames it has to move at least. */
  readonly moves: number;
}

/** Three lines of a mouse wheel in each frame: faster than a person scrolls for long. */
const STEP = 100;

/**
 * A script of the page, as text: milliseconds from frame to frame while an element scrolls down, and up again from its
 * end. None where it did not move.
 */
export const scrollFrames = ({ scroller, warmUp, frames, moves }: ScrollFrames): string => `new Promise((resolve) => {
  const scroller = ${scroller};
  const frames = [];
  let last = null;
  let direction = 1;
  let moved = 0;
  requestAnimationFrame(function frame(now) {
    if (last !== null) frames.push(now - last);
    last = now;
    const before = scroller.scrollTop;
    scroller.scrollTop += ${STEP} * direction;
    if (scroller.scrollTop === before) direction = -direction;
    else moved += 1;
    if (frames.length < ${warmUp + frames}) requestAnimationFrame(frame);
    else resolve(moved > ${moves} ? frames.slice(${warmUp}) : []);
  });
})`;
