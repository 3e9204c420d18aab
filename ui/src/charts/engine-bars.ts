import { BarChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import { use } from './engine.ts';

use([BarChart, GridComponent, MarkLineComponent]);

export { init } from './engine.ts';
