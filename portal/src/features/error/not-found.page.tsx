export { NotFoundScreen as default } from '../../routing/error-screens.tsx';
