export { useOpen } from '@rise/shell/routing';
