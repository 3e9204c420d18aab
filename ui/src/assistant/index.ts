export { AssistantDrawer, type AssistantDrawerProps } from './assistant-drawer.tsx';
export type { AssistantLine } from './assistant-lines.tsx';
