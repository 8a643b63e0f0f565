import { Pagination, Skeleton } from 'antd'
import { useState } from 'react'
import { lineActions } from '#contract/line-names.ts'
import { Failure } from '#web/ui/failure.tsx'
import { dateTime } from '#web/ui/format.ts'
import { useCall } from '#web/ui/use-call.ts'
import { useRound } from '#web/ui/use-round.ts'

const pageSize = 10

/** What happened to the line and to the right to use it, newest first. `round` rises when something was changed here. */
export function LineLogCard({ svpId, round }: { svpId: string; round: number }) {
  const [page, setPage] = useState(1)
  const { data, refused, reload } = useCall('getVplLog', { svp_id: svpId, page, page_size: pageSize }, { quiet: true })
  useRound(round, reload)
  return (
    <section className="sheet" aria-labelledby="line-log-title">
      <div className="sheet-head">
        <h2 id="line-log-title">记录</h2>
      </div>
      {refused && !data ? (
        <Failure refused={refused} retry={reload} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 4 }} />
      ) : (
        <>
          <ol className="timeline">
            {data.list.map(({ action, actor_name, detail, created_at }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and never change their place while shown
              <li key={index}>
                <p>
                  <b>{lineActions[action]}</b>
                  {detail && <span> · {detail}</span>}
                </p>
                <p className="quiet figures">
                  {actor_name} · {dateTime(created_at)}
                </p>
              </li>
            ))}
          </ol>
          {data.total > pageSize && (
            <Pagination simple current={page} pageSize={pageSize} total={data.total} onChange={setPage} />
          )}
        </>
      )}
    </section>
  )
}
