import '@rise/ui/theme.css';
import { bootEmbed } from './app/embedded/boot-embed.tsx';

void bootEmbed(document.getElementById('root')!);
