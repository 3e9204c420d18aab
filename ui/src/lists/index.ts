// Lists whose order people change.
export { moveTo } from './move-to.ts';
export { useDrag } from './use-drag.ts';
