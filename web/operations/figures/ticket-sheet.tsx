import { Table } from 'antd'
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
          <Table
            pagination={false}
            size="small"
            scroll={{ x: 'max-content', y: '26rem' }}
            rowKey="week"
            dataSource={data.weeks.toReversed()}
            columns={[
              {
                title: '周',
                render: (_: unknown, { week }: Week) =>
                  `${week} 至 ${day(Date.parse(`${week}T00:00:00+08:00`) + 6 * 86_400_000)}`,
              },
              { title: '提交', dataIndex: 'opened', align: 'right', render: count },
              { title: '答复过', dataIndex: 'answered', align: 'right', render: count },
              { title: '首次答复：一半在', dataIndex: 'median', align: 'right', render: timeTaken },
              { title: '九成在', dataIndex: 'p90', align: 'right', render: timeTaken },
            ]}
          />
        </>
      ) : (
        <Skeleton rows={6} />
      )}
    </section>
  )
}
