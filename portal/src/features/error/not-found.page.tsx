export { NotFoundScreen as default } from '../../app/error-screens.tsx';
