import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { use } from './engine.ts';

use([BarChart, LineChart, GridComponent]);

export { init } from './engine.ts';
