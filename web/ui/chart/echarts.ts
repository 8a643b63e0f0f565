/**
 * Registers only the parts of ECharts that the portal's charts use, to keep the bundle small. Only lazily loaded files
 * import this.
 */
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

export type { ECharts, EChartsCoreOption } from 'echarts/core'

use([BarChart, LineChart, PieChart, GridComponent, TooltipComponent, CanvasRenderer])

export { init }
