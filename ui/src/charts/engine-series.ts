import { BarChart, LineChart } from 'echarts/charts';
import { GridComponent, MarkLineComponent } from 'echarts/components';
import { LabelLayout } from 'echarts/features';
import { use } from './engine.ts';

use([BarChart, LineChart, GridComponent, MarkLineComponent, LabelLayout]);

export { init } from './engine.ts';
