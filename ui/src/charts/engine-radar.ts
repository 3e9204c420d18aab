import { RadarChart } from 'echarts/charts';
import { RadarComponent } from 'echarts/components';
import { use } from './engine.ts';

use([RadarChart, RadarComponent]);

export { init } from './engine.ts';
