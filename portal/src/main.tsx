import '@rise/ui/theme.css';
import { logError } from '@rise/ui/log';
import { boot } from './app/boot/boot.tsx';

const element = document.getElementById('root')!;

// One entry for both pages: two would be merged into one file, and each page would start both.
if (document.documentElement.dataset.page === 'embed')
  import('./app/embedded/boot-embed.tsx').then(
    ({ bootEmbed }) => bootEmbed(element),
    (error: unknown) => logError('The report could not be loaded.', error),
  );
else void boot(element);
