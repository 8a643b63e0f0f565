import { Skeleton } from 'antd'
import { useState } from 'react'
import { Failure } from '#web/ui/failure.tsx'
import { useCall } from '#web/ui/use-call.ts'
import { useRound } from '#web/ui/use-round.ts'
import { LineLogEntries } from '../line-log-entries.tsx'

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
        <LineLogEntries data={data} page={page} pageSize={pageSize} turn={setPage} />
      )}
    </section>
  )
}
