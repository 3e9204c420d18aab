// Lists whose order people change.
export { moveTo } from './move-to.ts';
export { useDrag } from './use-drag.ts';
export { type DragBetween, type DropPlace, useDragBetween } from './use-drag-between.ts';
