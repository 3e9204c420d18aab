import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';
import '../../src/theme/theme.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Suspense>
      <Gallery />
    </Suspense>
  </StrictMode>,
);
