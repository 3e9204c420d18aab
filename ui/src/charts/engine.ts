import { BarChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

// Vectors: a few dozen marks that are sharp at every zoom and on paper, and the smaller renderer.
use([BarChart, GridComponent, MarkLineComponent, TooltipComponent, SVGRenderer]);

export { init };
