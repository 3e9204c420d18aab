import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconStar, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { PictureButton } from '../../components/picture-button.tsx';
import type { ProductDraft } from './product-draft.rules.ts';
import type { Product } from './product.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './product-form.module.css';

interface ProductPicturesProps {
  product: Product;
  onChange: (change: ProductDraft) => void;
}

/** The first picture is the one of the list. */
const withPictures = (images: string[]): ProductDraft => ({ images, thumbnail: images[0] ?? null });

/** One picture at a time, with steps to the others; pictures are added, removed and made the first. */
export function ProductPictures({ product, onChange }: ProductPicturesProps) {
  const t = useInventoryTexts();
  const images = product.images.length > 0 ? product.images : product.thumbnail ? [product.thumbnail] : [];
  const [place, setPlace] = useState(0);
  const current = Math.min(place, images.length - 1);
  const add = (added: readonly string[]) => {
    onChange(withPictures([...images, ...added]));
    setPlace(images.length);
  };
  const step = (by: number) => setPlace((current + by + images.length) % images.length);
  return (
    <div className={classes['pictures']} role="group" aria-label={t('pictures')}>
      {images.length > 0 && (
        <div className={classes['viewer']}>
          <img src={images[current]} alt={t('picture', { name: product.name, place: current + 1 })} />
          {images.length > 1 && (
            <>
              <ActionIcon variant="default" size="lg" aria-label={t('previousPicture')} onClick={() => step(-1)}>
                <IconChevronLeft size={18} />
              </ActionIcon>
              <ActionIcon variant="default" size="lg" aria-label={t('nextPicture')} onClick={() => step(1)}>
                <IconChevronRight size={18} />
              </ActionIcon>
            </>
          )}
        </div>
      )}
      <div className={classes['picture-acts']}>
        <span role="status">
          {images.length > 0 ? t('pictureOf', { place: current + 1, total: images.length }) : t('noPicture')}
        </span>
        {current > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconStar size={14} />}
            onClick={() => {
              onChange(withPictures([images[current]!, ...images.toSpliced(current, 1)]));
              setPlace(0);
            }}
          >
            {t('makeFirst')}
          </Button>
        )}
        {images.length > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconTrash size={14} />}
            onClick={() => onChange(withPictures(images.toSpliced(current, 1)))}
          >
            {t('removePicture')}
          </Button>
        )}
        <PictureButton multiple label={t('addPictures')} onChoose={add} />
      </div>
    </div>
  );
}
