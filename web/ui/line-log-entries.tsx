import type { OutputOf } from '#contract/index.ts'
import { lineActions } from '#contract/line-names.ts'
import { Pages } from './list/pages.tsx'
import { Timeline } from './timeline.tsx'

interface LineLogEntriesProps {
  data: OutputOf<'getVplLog'>
  page: number
  pageSize: number
  onPageChange: (page: number) => void
}

/** One page of a line's history, for its company and for operators alike. */
export const LineLogEntries = ({ data, page, pageSize, onPageChange }: LineLogEntriesProps) => (
  <>
    <Timeline
      entries={data.list.map(({ action, actor_name, detail, created_at }) => ({
        what: lineActions[action],
        detail,
        by: actor_name,
        at: created_at,
      }))}
    />
    <Pages
      simple
      current={page}
      pageSize={pageSize}
      total={data.total}
      rows={data.list.length}
      onChange={onPageChange}
    />
  </>
)
