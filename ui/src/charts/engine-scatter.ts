import { ScatterChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { use } from './engine.ts';

use([ScatterChart, GridComponent]);

export { init } from './engine.ts';
