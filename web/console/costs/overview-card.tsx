import { useCall } from '#web/data/use-call.ts'
import { Facts } from '#web/ui/facts.tsx'
import { count, yuan } from '#web/ui/format.ts'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'

const CostChart = onDemandPart(async () => (await import('./cost-chart.tsx')).CostChart, {
  waiting: () => <div className="costs-wait" aria-hidden="true" />,
})

/** The past year, and the next one if everything continues. */
export function OverviewCard({ month, pick }: { month: string; pick: (month: string) => void }) {
  const { data, refused, reload } = useCall('getCostOverview', {})
  const of = ({ hours_amount, lines_amount }: { hours_amount: number; lines_amount: number }) =>
    hours_amount + lines_amount
  const ahead = data?.forecast.reduce((sum, each) => sum + of(each), 0) ?? 0
  const paid = data?.forecast.reduce((sum, each) => sum + each.paid_amount, 0) ?? 0
  const [present, next] = [data?.months.find(each => each.month === month), data?.forecast[0]]
  return (
    <section className="sheet" aria-labelledby="costs-year">
      <div className="sheet-head">
        <h2 id="costs-year">过去与今后 12 个月</h2>
      </div>
      {!data && <Placeholder refused={refused} retry={reload} rows={6} />}
      {data && (
        <>
          <CostChart overview={data} pick={pick} />
          <Facts
            list={[
              { label: '所选月份', value: present ? yuan(of(present)) : '' },
              { label: '下个月预计', value: next ? yuan(of(next)) : '' },
              { label: '今后 12 个月预计', value: yuan(ahead) },
              { label: '其中已付', value: yuan(paid) },
              { label: '余额里的时长', value: `${count(data.balance.days)} 人天，${yuan(data.balance.amount)}` },
            ]}
          />
          <p className="quiet">
            预计假定一切照旧：每条专线按最近一次的价格续下去，现在服务中的人按余额里每天的平均价格继续，先用余额。
          </p>
        </>
      )}
    </section>
  )
}
