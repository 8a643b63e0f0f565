import type { OperationOutput } from '#contract/operations/index.ts'
import { Failure } from '#web/ui/failure.tsx'
import { count, day } from '#web/ui/format.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { ticketsAt } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import { useRemembered } from '../use-operation.ts'

type Week = OperationOutput<'getTicketFigures'>['weeks'][number]

/** Writes a time as its reader would say it: 40 分钟, 3.5 小时, 2.1 天. */
export function timeTaken(seconds: number | null): string {
  if (seconds === null) return '—'
  const [minutes, hours] = [Math.round(seconds / 60), seconds / 3600]
  if (minutes < 60) return `${minutes} 分钟`
  return hours < 48 ? `${Number(hours.toFixed(1))} 小时` : `${Number((hours / 24).toFixed(1))} 天`
}

/** How soon tickets are answered, by week; read apart from the other figures, which take longer. */
export function TicketSheet({ range }: { range: { from: string; to: string } }) {
  const { data, refused, reload } = useRemembered('getTicketFigures', range)
  return (
    <section className="sheet" aria-labelledby="figures-tickets">
      <h2 id="figures-tickets">工单</h2>
      {refused && !data ? (
        <Failure refused={refused} retry={reload} />
      ) : data ? (
        <>
          <p className="quiet">
            现在待答复 <ReachLink to={ticketsAt({ state: 'open' })}>{count(data.open)}</ReachLink> 个，其中已超时{' '}
            <ReachLink to={ticketsAt({ view: 'overdue' })}>{count(data.overdue)}</ReachLink> 个。期间内企业提交{' '}
            {count(data.all.opened)} 个，答复过 {count(data.all.answered)} 个
            {data.all.answered > 0 &&
              `：首次答复一半在 ${timeTaken(data.all.median)}之内，九成在 ${timeTaken(data.all.p90)}之内`}
            。还没有答复的不计入用时。
          </p>
          {data.weeks.length > 0 && <Weeks weeks={data.weeks} />}
        </>
      ) : (
        <Skeleton rows={6} />
      )}
    </section>
  )
}

const Weeks = ({ weeks }: { weeks: readonly Week[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <section className="table-frame" tabIndex={0} aria-label="工单，按周">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">周</th>
          <th scope="col" className="table-end">
            提交
          </th>
          <th scope="col" className="table-end">
            答复过
          </th>
          <th scope="col" className="table-end">
            首次答复：一半在
          </th>
          <th scope="col" className="table-end">
            九成在
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.toReversed().map(({ week, opened, answered, median, p90 }) => (
          <tr key={week}>
            <th scope="row">
              {week} 至 {day(Date.parse(`${week}T00:00:00+08:00`) + 6 * 86_400_000)}
            </th>
            {[count(opened), count(answered), timeTaken(median), timeTaken(p90)].map((text, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns are always the same
              <td key={place} className="table-end">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
