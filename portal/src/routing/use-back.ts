export { useBack } from '@rise/shell/routing';
