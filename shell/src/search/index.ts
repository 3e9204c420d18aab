export { useDisplayActions, useNavigationActions, usePlaceAction } from './palette-actions.ts';
