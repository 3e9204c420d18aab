import { TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// Shared by all charts; each kind adds its parts in a module of its own.
// Vectors: a few dozen marks that are sharp at every zoom and on paper, and the smaller renderer.
use([TooltipComponent, SVGRenderer]);

export { init, use };
