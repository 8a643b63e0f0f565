import { Pagination } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { lineActions } from '#contract/line-names.ts'
import { Timeline } from '#web/ui/timeline.tsx'

interface LineLogEntriesProps {
  data: OutputOf<'getVplLog'>
  page: number
  pageSize: number
  turn: (page: number) => void
}

/** What happened to a line, one page of it, for its company and for operators alike. */
export const LineLogEntries = ({ data, page, pageSize, turn }: LineLogEntriesProps) => (
  <>
    <Timeline
      entries={data.list.map(({ action, actor_name, detail, created_at }) => ({
        what: lineActions[action],
        detail,
        by: actor_name,
        at: created_at,
      }))}
    />
    {data.total > pageSize && (
      <Pagination simple current={page} pageSize={pageSize} total={data.total} onChange={turn} />
    )}
  </>
)
