import { BarChart } from 'echarts/charts';
import { PolarComponent } from 'echarts/components';
import { use } from './engine.ts';

use([BarChart, PolarComponent]);

export { init } from './engine.ts';
