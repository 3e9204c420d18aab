import { TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// What every kind of chart needs; each adds its own in a file that only it loads.
// Vectors: a few dozen marks that are sharp at every zoom and on paper, and the smaller renderer.
use([TooltipComponent, SVGRenderer]);

export { init, use };
