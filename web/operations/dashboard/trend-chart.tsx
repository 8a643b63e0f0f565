import { useCallback } from 'react'
import { Chart, tooltip, tooltipBody } from '#web/ui/chart/chart.tsx'
import type { ChartLook } from '#web/ui/chart/chart-look.ts'
import { count } from '#web/ui/format.ts'
import { type Days, type Measure, measureLooks, trendSummary } from './trends.ts'

/** Uses 万 from ten thousand on, because an axis has little space. */
const short = (value: number) => (value >= 10_000 ? `${count(Math.round(value / 1000) / 10)}万` : count(value))

function optionOf(days: Days, measure: Measure, look: ChartLook) {
  const { word, token, shown } = measureLooks[measure]
  const axisLabel = { color: look.color('ink-faint'), fontSize: look.text }
  // The axis is in yuan, the data in fen.
  const scale = measure === 'revenue' ? 100 : 1
  return {
    grid: { left: 4, right: 4, top: 12, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltip(look),
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: look.color('line'), opacity: 0.5 } },
      formatter([{ dataIndex }]: [{ dataIndex: number }]) {
        const at = days[dataIndex]
        if (!at) return ''
        return tooltipBody(at.day, [{ word, value: shown(at[measure] ?? 0), color: look.color(token) }])
      },
    },
    xAxis: {
      type: 'category',
      data: days.map(each => each.day),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.color('line') } },
      axisLabel: {
        ...axisLabel,
        interval: (index: number) => index === 0 || index === days.length - 1,
        formatter: (text: string) => text.slice(5),
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
      },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: 3,
      axisLabel: { ...axisLabel, formatter: short },
      splitLine: { lineStyle: { color: look.color('line') } },
    },
    series: [
      {
        name: word,
        type: 'bar',
        barMaxWidth: 22,
        itemStyle: { color: look.color(token), borderRadius: [3, 3, 0, 0] },
        data: days.map(each => (each[measure] ?? 0) / scale),
      },
    ],
  }
}

/** A chart of one measure by day. */
export function TrendChart({ days, measure }: { days: Days; measure: Measure }) {
  const option = useCallback((look: ChartLook) => optionOf(days, measure, look), [days, measure])
  return <Chart label={trendSummary(days, measure)} height={180} option={option} />
}
