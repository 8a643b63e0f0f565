import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/index.ts'
import { Chart, tooltip, tooltipBody } from '#web/ui/chart/chart.tsx'
import type { ChartLook } from '#web/ui/chart/chart-look.ts'
import { count, day } from '#web/ui/format.ts'
import { type ExpiryDay, expiryDays, expirySummary, soon } from './expiries.ts'
import { employeesEnding, lists } from './links.ts'

const urgency = ({ ahead }: ExpiryDay) => (ahead < 7 ? 'danger' : ahead < soon ? 'warn' : 'brand')
const whenAhead = (ahead: number) => (ahead === 0 ? '今天' : ahead === 1 ? '明天' : `${ahead} 天后`)

function optionOf(days: readonly ExpiryDay[], look: ChartLook) {
  const axisLabel = { color: look.color('ink-faint'), fontSize: look.text }
  return {
    grid: { left: 4, right: 4, top: 12, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltip(look),
      trigger: 'axis',
      axisPointer: { type: 'shadow', shadowStyle: { color: look.color('line'), opacity: 0.5 } },
      formatter([{ dataIndex }]: [{ dataIndex: number }]) {
        const at = days[dataIndex]
        if (!at) return ''
        return tooltipBody(`${at.day}（${whenAhead(at.ahead)}）`, [
          { word: '到期', value: `${count(at.ending)} 人`, color: look.color(urgency(at)) },
          { word: '专线到期', value: `${count(at.lines)} 条`, color: look.color('ink-faint') },
          { word: '仍在服务', value: `${count(at.left)} 人`, color: look.color('accent') },
        ])
      },
    },
    xAxis: {
      type: 'category',
      data: days.map(each => each.day),
      axisTick: { show: false },
      axisLine: { lineStyle: { color: look.color('line') } },
      axisLabel: {
        ...axisLabel,
        interval: (index: number) => index % 15 === 0 || index === days.length - 1,
        formatter: (text: string) => text.slice(5),
        alignMinLabel: 'left',
        alignMaxLabel: 'right',
      },
    },
    yAxis: [
      {
        type: 'value',
        minInterval: 1,
        splitNumber: 4,
        axisLabel,
        splitLine: { lineStyle: { color: look.color('line') } },
      },
      { type: 'value', min: 0, minInterval: 1, splitNumber: 4, axisLabel, splitLine: { show: false } },
    ],
    series: [
      {
        name: '到期',
        type: 'bar',
        barMaxWidth: 14,
        data: days.map(each => ({
          value: each.ending,
          itemStyle: { color: look.color(urgency(each)), borderRadius: [3, 3, 0, 0] },
        })),
      },
      {
        name: '专线到期',
        type: 'bar',
        barMaxWidth: 14,
        data: days.map(each => ({
          value: each.lines,
          itemStyle: { color: look.color('ink-faint'), borderRadius: [3, 3, 0, 0] },
        })),
      },
      {
        name: '仍在服务',
        type: 'line',
        step: 'end',
        yAxisIndex: 1,
        symbol: 'none',
        silent: true,
        lineStyle: { color: look.color('accent'), width: 2 },
        itemStyle: { color: look.color('accent') },
        data: days.map(each => each.left),
      },
    ],
  }
}

/** The services that end by day and the number that remain if nothing is renewed; a click on a day opens its people. */
export function ExpiryChart({ data }: { data: OutputOf<'getCompanyData'> }) {
  const navigate = useNavigate()
  const days = useMemo(() => expiryDays(data, day(Date.now())), [data])
  const option = useCallback((look: ChartLook) => optionOf(days, look), [days])
  const pick = (index: number) => {
    const at = days[index]
    if (at?.ending) void navigate(employeesEnding(at.ahead < soon))
    else if (at?.lines) void navigate(lists.linesByEnd)
  }
  return <Chart label={expirySummary(days)} height={340} option={option} onPick={pick} />
}
