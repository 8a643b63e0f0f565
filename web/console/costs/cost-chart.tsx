import { useCallback, useMemo } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { Chart, tooltip, tooltipBody } from '#web/ui/chart/chart.tsx'
import type { ChartLook } from '#web/ui/chart/chart-look.ts'
import { count, yuan } from '#web/ui/format.ts'

type Overview = OutputOf<'getCostOverview'>

interface Bar {
  month: string
  hours: number
  lines: number
  isAhead: boolean
}

const barsOf = ({ months, forecast }: Overview): Bar[] => [
  ...months.map(each => ({ month: each.month, hours: each.hours_amount, lines: each.lines_amount, isAhead: false })),
  ...forecast.map(each => ({ month: each.month, hours: each.hours_amount, lines: each.lines_amount, isAhead: true })),
]

function optionOf(bars: readonly Bar[], look: ChartLook) {
  const axisLabel = { color: look.color('ink-faint'), fontSize: look.text }
  const series = (name: string, token: string, value: (bar: Bar) => number) => ({
    name,
    type: 'bar',
    stack: 'costs',
    barMaxWidth: 22,
    data: bars.map(bar => ({
      value: value(bar) / 100,
      itemStyle: { color: look.color(token), opacity: bar.isAhead ? 0.4 : 1 },
    })),
  })
  return {
    grid: { left: 4, right: 4, top: 12, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltip(look),
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: look.color('line'), opacity: 0.5 } },
      formatter([{ dataIndex }]: [{ dataIndex: number }]) {
        const bar = bars[dataIndex]
        if (!bar) return ''
        return tooltipBody(`${bar.month}${bar.isAhead ? '（预计）' : ''}`, [
          { word: '时长', value: yuan(bar.hours), color: look.color('brand') },
          { word: '专线', value: yuan(bar.lines), color: look.color('accent') },
        ])
      },
    },
    xAxis: {
      type: 'category',
      data: bars.map(({ month }) => month),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.color('line') } },
      axisLabel: { ...axisLabel, formatter: (text: string) => text.slice(2) },
    },
    yAxis: {
      type: 'value',
      splitNumber: 4,
      minInterval: 1,
      axisLabel: { ...axisLabel, formatter: (value: number) => `¥${count(value)}` },
      splitLine: { lineStyle: { color: look.color('line') } },
    },
    series: [series('时长', 'brand', ({ hours }) => hours), series('专线', 'accent', ({ lines }) => lines)],
  }
}

/** Each month's hours and lines in yuan, future months in a paler colour; a click on a month shows its table. */
export function CostChart({ overview, pick }: { overview: Overview; pick: (month: string) => void }) {
  const bars = useMemo(() => barsOf(overview), [overview])
  const option = useCallback((look: ChartLook) => optionOf(bars, look), [bars])
  const label = bars
    .map(({ month, hours, lines, isAhead }) => `${month} ${yuan(hours + lines)}${isAhead ? '（预计）' : ''}`)
    .join('，')
  const onPick = (index: number) => {
    const bar = bars[index]
    if (bar && !bar.isAhead) pick(bar.month)
  }
  return (
    <>
      <p className="costs-keys" aria-hidden="true">
        <i data-token="brand" />
        时长
        <i data-token="accent" />
        专线
        <span className="quiet">较淡的是预计</span>
      </p>
      <Chart label={`每月费用：${label}`} height={240} option={option} onPick={onPick} />
    </>
  )
}
