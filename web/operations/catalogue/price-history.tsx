import { useCallback, useMemo } from 'react'
import type { OperationOutput } from '#contract/operations/index.ts'
import { Chart, tooltip, tooltipBody } from '#web/ui/chart/chart.tsx'
import type { ChartLook } from '#web/ui/chart/chart-look.ts'
import { Drawer } from '#web/ui/drawer.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { scaled } from '#web/ui/scaled.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { priceChangeLooks } from '#web/ui/states.ts'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { useOperation } from '../use-operation.ts'

export type PriceOwner = { name: string } & ({ sku_id: string } | { package_type_id: string })
type Change = OperationOutput<'getPriceChangeList'>['list'][number]

interface PriceHistoryProps extends DialogProps {
  of: PriceOwner | undefined
}

/** The past, current and scheduled prices of a SKU or package. */
export const PriceHistory = ({ of, open, close }: PriceHistoryProps) => (
  <Drawer title={of && `价格记录：${of.name}`} open={open} onClose={close} size={scaled(560)} destroyOnHidden>
    {of && <History {...of} />}
  </Drawer>
)

const shown = (change: Change, value: number) => (change.sku_id ? yuan(value) : `优惠 ${value}%`)

function History({ name: _, ...of }: PriceOwner) {
  const called = useOperation('getPriceChangeList', { ...of, page_size: 100 })
  const { data, refused, reload } = called
  if (!data) return <Placeholder refused={refused} retry={reload} />
  if (!data.list.length) return <p className="quiet">还没有调整过；现在的价格是最初设定的。</p>
  return (
    <>
      <HistoryChart list={data.list} />
      <ol className="price-history">
        {data.list.map(change => (
          <li key={change.price_change_id}>
            <p>
              <b>
                {change.new_value === change.old_value
                  ? shown(change, change.new_value)
                  : `${shown(change, change.old_value)} → ${shown(change, change.new_value)}`}
              </b>
              {change.publishes && ' 上架'} <StateTag state={priceChangeLooks[change.state]} />
            </p>
            <p className="quiet">
              {dateTime(change.holds_from)} 起；{change.requested_by} 申请，{change.confirmed_by} 确认
              {change.cancelled_by && `，${change.cancelled_by} 取消`}
            </p>
          </li>
        ))}
      </ol>
    </>
  )
}

function HistoryChart({ list }: { list: readonly Change[] }) {
  const points = useMemo(() => pointsOf(list), [list])
  const option = useCallback((look: ChartLook) => optionOf(points, look), [points])
  if (points.length < 2) return null
  const label = `价格走势：${points.map(({ at, value }) => `${dateTime(at)} ${value}`).join('，')}`
  return <Chart label={label} height={180} option={option} />
}

interface Point {
  at: number
  /** Yuan, or percent off. */
  value: number
  text: string
}

/** The values from before the first change to now; cancelled or missed changes never applied. */
function pointsOf(list: readonly Change[]): Point[] {
  const held = list.filter(({ state }) => state === 'applied' || state === 'scheduled').toReversed()
  const [first] = held
  if (!first) return []
  const point = (change: Change, at: string, value: number): Point => ({
    at: Date.parse(at),
    value: change.sku_id ? value / 100 : value,
    text: shown(change, value),
  })
  const points = held.map(change => point(change, change.holds_from, change.new_value))
  const start = Date.parse(first.holds_from) - 7 * 86_400_000
  const last = points.at(-1)
  const now = Date.now()
  return [
    { ...point(first, first.holds_from, first.old_value), at: start },
    ...points,
    ...(last && last.at < now ? [{ ...last, at: now }] : []),
  ]
}

function optionOf(points: readonly Point[], look: ChartLook) {
  const axisLabel = { color: look.color('ink-faint'), fontSize: look.text, hideOverlap: true }
  return {
    grid: { left: 4, right: 12, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      ...tooltip(look),
      trigger: 'axis',
      formatter: (input: { dataIndex: number }[]) => {
        const point = points[input[0]?.dataIndex ?? 0]
        return point ? tooltipBody(dateTime(point.at), [{ word: '', value: point.text }]) : ''
      },
    },
    xAxis: { type: 'time', axisLabel, axisLine: { lineStyle: { color: look.color('line') } } },
    yAxis: {
      type: 'value',
      scale: true,
      splitNumber: 3,
      axisLabel,
      splitLine: { lineStyle: { color: look.color('line') } },
    },
    series: [
      {
        type: 'line',
        step: 'end',
        symbolSize: 6,
        lineStyle: { color: look.color('brand'), width: 2 },
        itemStyle: { color: look.color('brand') },
        data: points.map(({ at, value }) => [at, value]),
      },
    ],
  }
}
