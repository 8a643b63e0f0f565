import { useCallback, useMemo } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { Chart, tooltip, tooltipBody } from '#web/ui/chart/chart.tsx'
import type { ChartLook } from '#web/ui/chart/chart-look.ts'
import { count } from '#web/ui/format.ts'
import { deviceShares, peopleShares, type Share, shareSummary } from './shares.ts'

type Data = OutputOf<'getCompanyData'>

const percent = (value: number, total: number) => (total ? `${Math.round((value / total) * 100)}%` : '0%')

function ringOption(shares: readonly Share[], total: number, look: ChartLook) {
  return {
    tooltip: {
      ...tooltip(look),
      trigger: 'item',
      formatter: ({ dataIndex }: { dataIndex: number }) => {
        const share = shares[dataIndex]
        if (!share) return ''
        const value = `${count(share.value)} 人（${percent(share.value, total)}）`
        return tooltipBody(share.word, [{ word: '', value, color: look.color(share.token) }])
      },
    },
    series: [
      {
        type: 'pie',
        radius: ['68%', '94%'],
        label: { show: false },
        emphasis: { scale: false },
        itemStyle: { borderColor: look.color('raised'), borderWidth: 2 },
        data: shares.map(({ word, value, token }) => ({ name: word, value, itemStyle: { color: look.color(token) } })),
      },
    ],
  }
}

/** All people by the state of their service. */
export function PeopleRing({ employees }: Pick<Data, 'employees'>) {
  const shares = useMemo(() => peopleShares(employees), [employees])
  const option = useCallback((look: ChartLook) => ringOption(shares, employees.total, look), [shares, employees])
  return <Chart label={shareSummary('员工', '人', shares)} height={168} option={option} />
}

function barsOption(shares: readonly Share[], total: number, look: ChartLook) {
  const text = { color: look.color('ink-soft'), fontSize: look.text }
  return {
    grid: { left: 0, right: 56, top: 0, bottom: 0, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
    tooltip: {
      ...tooltip(look),
      trigger: 'axis',
      axisPointer: { type: 'none' },
      formatter: ([{ dataIndex }]: [{ dataIndex: number }]) => {
        const share = shares[dataIndex]
        if (!share) return ''
        const value = share.text ? `${share.text} 台` : `${count(share.value)} 台（${percent(share.value, total)}）`
        return tooltipBody(share.word, [{ word: `共 ${count(total)} 台`, value, color: look.color(share.token) }])
      },
    },
    xAxis: { type: 'value', max: Math.max(total, 1), show: false },
    yAxis: {
      type: 'category',
      inverse: true,
      data: shares.map(({ word }) => word),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: { ...text, margin: 12 },
    },
    series: [
      {
        type: 'bar',
        barWidth: 14,
        showBackground: true,
        backgroundStyle: { color: look.color('ground-soft'), borderRadius: 7 },
        label: {
          show: true,
          position: 'right',
          ...text,
          formatter: ({ dataIndex, value }: { dataIndex: number; value: number }) =>
            shares[dataIndex]?.text ?? count(value),
        },
        data: shares.map(({ value, token }) => ({
          value,
          itemStyle: { color: look.color(token), borderRadius: 7 },
        })),
      },
    ],
  }
}

/** Compares each figure with all devices; the figures overlap, so they are not parts of a whole. */
export function DeviceBars({ devices }: Pick<Data, 'devices'>) {
  const { total } = devices
  const shares = useMemo(() => deviceShares(devices), [devices])
  const option = useCallback((look: ChartLook) => barsOption(shares, total, look), [shares, total])
  return <Chart label={shareSummary(`共 ${total} 台设备`, '台', shares)} height={168} option={option} />
}
