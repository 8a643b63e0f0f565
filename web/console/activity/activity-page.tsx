import './activity.css'
import { useState } from 'react'
import { activityGroups, activityNames, undoMinutes } from '#contract/activity-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { devicePath, employeePath, linePath, orderPath, proposalPath, ticketPath } from '#contract/paths.ts'
import { listedEntries } from '#contract/people.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { api } from '#web/data/api.ts'
import { useMay } from '#web/data/may.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { date, oneOf, text, uuid } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { FilterBar, GroupedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { ReachedLink } from '#web/ui/reached-link.tsx'
import { undoOf } from '#web/ui/undo.ts'

type Entry = OutputOf<'getCompanyActivity'>['list'][number]

const names = keysOf(activityNames)
const fields = {
  keyword: text(),
  action: oneOf(names),
  employee_id: uuid,
  device_id: uuid,
  svp_id: uuid,
  from: date,
  to: date,
}
const groups = Object.entries(activityGroups).map(([label, acts]) => ({
  label,
  options: Object.entries(acts).map(([value, name]) => ({ value, label: name })),
}))

/** The pages of the objects that were acted upon; the page of a deleted object reports that it is gone. */
const pathsOf: Record<string, (id: string) => string> = {
  employee: employeePath,
  device: devicePath,
  line: linePath,
  order: orderPath,
  proposal: proposalPath,
  ticket: ticketPath,
}

function Subject({ entry: { subject_kind, subject_id, subject_name } }: { entry: Entry }) {
  const may = useMay()
  // Proposals are on the page of the orders, which is open to more duties.
  const path = subject_id && (subject_kind !== 'proposal' || may('getProposal')) && pathsOf[subject_kind]?.(subject_id)
  if (!subject_name) return <span className="quiet">—</span>
  return path ? <ReachedLink to={path}>{subject_name}</ReachedLink> : <span className="cell-text">{subject_name}</span>
}

const columns: Column<Entry>[] = [
  { key: 'at', title: '时间', render: ({ at }) => dateTime(at) },
  {
    key: 'actor',
    title: '操作人',
    render: ({ actor_name, actor_kind }) => (
      <>
        {actor_name}
        {actor_kind === 'operator' && <span className="badge">平台</span>}
      </>
    ),
  },
  {
    key: 'action',
    title: '操作',
    render: ({ action, undone_at }) => (
      <>
        {activityNames[action]}
        {undone_at && <span className="badge">已撤销</span>}
      </>
    ),
  },
  { key: 'subject', title: '对象', render: entry => <Subject entry={entry} /> },
  { key: 'detail', title: '说明', render: ({ detail }) => detail && <span className="activity-detail">{detail}</span> },
]

/** Lists the acts in the company, newest first, with an undo button for acts that still allow it. */
export function ActivityPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getCompanyActivity', at.query)
  const mayUndo = useMay()('undoActivity')
  const [busy, setBusy] = useState('')
  const { employee_id, device_id, svp_id } = at.filters
  const one = employee_id ?? device_id ?? svp_id

  async function undo({ activity_id }: Entry): Promise<void> {
    setBusy(activity_id)
    await undoOf({ activity_id }, called.reload)?.run()
    setBusy('')
  }

  return (
    <>
      <ListHead title="操作记录" text={`谁在什么时候做了什么。${undoMinutes} 分钟内的一部分操作可以撤销。`} />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="操作人或对象的名称" {...at.field('keyword')} />
        <GroupedFilter
          label="操作"
          groups={groups}
          value={at.filters.action}
          onChange={action => at.filter({ action: names.find(name => name === action) })}
        />
        <LazyDaysFilter label="日期" from={at.filters.from} to={at.filters.to} onChange={days => at.filter(days)} />
        {one && (
          <Button onClick={() => at.filter({ employee_id: undefined, device_id: undefined, svp_id: undefined })}>
            只看一个对象 ×
          </Button>
        )}
      </FilterBar>
      <DataList
        name="activity"
        noun="条记录"
        called={called}
        at={at}
        columns={columns}
        idOf={({ activity_id }) => activity_id}
        labelOf={({ action, subject_name }) => `${activityNames[action]} ${subject_name}`}
        maxRows={listedEntries}
        tools={
          <May call="exportCompanyActivity">
            <ExportButton load={() => api.exportCompanyActivity(at.filters)} disabled={!called.data?.total} />
          </May>
        }
        actions={entry =>
          entry.undoable &&
          mayUndo && (
            <Button
              look="link"
              size="small"
              loading={busy === entry.activity_id}
              aria-label={`撤销：${activityNames[entry.action]} ${entry.subject_name}`}
              onClick={() => void undo(entry)}
            >
              撤销
            </Button>
          )
        }
        empty={{ title: '还没有操作记录', text: '在控制台里做过的改变会列在这里：谁、什么时候、改了什么。' }}
      />
    </>
  )
}
