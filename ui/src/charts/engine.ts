import { TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// Shared by all charts; each kind registers its own parts.
// SVG: sharp at every zoom level and in print, and the smaller renderer; charts have a few dozen marks.
use([TooltipComponent, SVGRenderer]);

export { init, use };
