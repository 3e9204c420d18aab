import '@rise/ui/theme.css';
import { boot } from './app/boot/boot.tsx';

void boot(document.getElementById('root')!);
