export { AssistantDrawer, type AssistantDrawerProps } from './assistant-drawer.tsx';
export { type AssistantLine, AssistantLines } from './assistant-lines.tsx';
export { AssistantWelcome } from './assistant-welcome.tsx';
export { QuestionBox } from './question-box.tsx';
