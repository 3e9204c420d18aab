import { TreemapChart } from 'echarts/charts';
import { use } from './engine.ts';

use([TreemapChart]);

export { init } from './engine.ts';
