import { PieChart } from 'echarts/charts';
import { use } from './engine.ts';

use([PieChart]);

export { init } from './engine.ts';
