import { useState } from 'react'
import { useRemembered } from '#web/data/use-call.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { LineLogEntries } from '#web/ui/line-log-entries.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'

const pageSize = 10

/** The history of the line and of the right to use it, newest first. `round` increases after a change on this page. */
export function LineLogCard({ svpId, round }: { svpId: string; round: number }) {
  const [page, setPage] = useState(1)
  const { data, refused, reload } = useRemembered('getVplLog', { svp_id: svpId, page, page_size: pageSize })
  useReloadOnChange(round, reload)
  return (
    <section className="sheet" aria-labelledby="line-log-title">
      <div className="sheet-head">
        <h2 id="line-log-title">记录</h2>
      </div>
      {!data ? (
        <Placeholder refused={refused} retry={reload} rows={4} />
      ) : (
        <LineLogEntries data={data} page={page} pageSize={pageSize} onPageChange={setPage} />
      )}
    </section>
  )
}
