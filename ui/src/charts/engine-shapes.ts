import { CustomChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { use } from './engine.ts';

use([CustomChart, GridComponent]);

export { init } from './engine.ts';
