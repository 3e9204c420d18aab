import { createContext, useContext } from 'react';

/** Whose frame it is: shown in place of the product's mark and name. */
export interface Brand {
  name: string;
  /** Address of a picture, of any shape; drawn on a light plate. */
  logo: string;
}

const BrandContext = createContext<Brand | null>(null);

/** Null: the product's own. */
export const BrandProvider = BrandContext.Provider;
export const useBrand = (): Brand | null => useContext(BrandContext);
