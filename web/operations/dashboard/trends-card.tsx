import { type DashboardDays, dashboardDays } from '#contract/operations/dashboard-names.ts'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { type Days, type Measure, measureLooks, measures } from './trends.ts'

const wait = <div className="trend-wait" aria-hidden="true" />

const TrendChart = onDemandPart(async () => (await import('./trend-chart.tsx')).TrendChart, { waiting: () => wait })

interface TrendsCardProps {
  days: Days | undefined
  selected: DashboardDays
  want: (days: DashboardDays) => void
}

const options = dashboardDays.map(value => ({ value, label: `${value} 天` }))
const sum = (days: Days, measure: Measure) => days.reduce((total, day) => total + (day[measure] ?? 0), 0)

/** The daily figures as charts and as a table. Only operators who receive revenue data see amounts. */
export function TrendsCard({ days, selected, want }: TrendsCardProps) {
  const shown = measures.filter(measure => measure !== 'revenue' || days?.some(day => day.revenue !== null))
  return (
    <section className="sheet trends-card" aria-labelledby="trends-title">
      <div className="sheet-head">
        <h2 id="trends-title">趋势</h2>
        <Segmented<DashboardDays> aria-label="时间范围" options={options} value={selected} onChange={want} />
      </div>
      <div className="trends">
        {shown.map(measure => (
          <figure key={measure}>
            <figcaption>
              <span>{measureLooks[measure].word}</span>
              {days && <b>{measureLooks[measure].shown(sum(days, measure))}</b>}
            </figcaption>
            {days ? <TrendChart days={days} measure={measure} /> : wait}
          </figure>
        ))}
      </div>
      {days && (
        <details className="trend-table">
          <summary>以表格查看</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard */}
          <section className="table-frame" tabIndex={0} aria-label="每日数据">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">日期</th>
                  {shown.map(measure => (
                    <th key={measure} scope="col" className="table-end">
                      {measureLooks[measure].word}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {[...days].reverse().map(each => (
                  <tr key={each.day}>
                    <th scope="row">{each.day}</th>
                    {shown.map(measure => (
                      <td key={measure} className="table-end">
                        {measureLooks[measure].shown(each[measure] ?? 0)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </section>
  )
}
