import { Pagination } from 'antd'
import type { OutputOf } from '#contract/index.ts'
import { lineActions } from '#contract/line-names.ts'
import { dateTime } from '#web/ui/format.ts'

interface LineLogEntriesProps {
  data: OutputOf<'getVplLog'>
  page: number
  pageSize: number
  turn: (page: number) => void
}

/** What happened to a line, one page of it, for its company and for operators alike. */
export const LineLogEntries = ({ data, page, pageSize, turn }: LineLogEntriesProps) => (
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
      <Pagination simple current={page} pageSize={pageSize} total={data.total} onChange={turn} />
    )}
  </>
)
