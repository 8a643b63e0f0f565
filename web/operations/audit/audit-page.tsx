import { useMemo } from 'react'
import { auditActionName, auditActorName, auditGroups } from '#contract/operations/audit-names.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { date, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, GroupedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActExport } from '../act.tsx'
import { api } from '../api.ts'
import { useRemembered } from '../use-operation.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import type { Audited } from './audit-target.tsx'
import { AuditTarget } from './audit-target.tsx'

const fields = { actor: text(80), action: text(80), target: text(200), from: date, to: date }

const actions = Object.entries(auditGroups).map(([label, names]) => ({
  label,
  options: Object.entries(names).map(([value, word]) => ({ value, label: word })),
}))

const columns: Column<Audited>[] = [
  { key: 'at', title: '时间', render: row => dateTime(row.at) },
  { key: 'actor', title: '操作者', render: row => auditActorName(row.actor_name) },
  { key: 'action', title: '操作', fixed: true, render: row => auditActionName(row.action) },
  { key: 'target', title: '对象', render: row => <AuditTarget entry={row} /> },
  { key: 'ip', title: '地址', render: row => row.ip ?? '—' },
  { key: 'request', title: '请求编号', extra: true, render: row => row.request_id ?? '—' },
]

export function AuditPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getAuditList', at.query)
  const shown = useDialog<Audited>()
  const { filters } = at
  const list = called.data?.list ?? []
  const place = list.findIndex(({ audit_id }) => audit_id === shown.subject?.audit_id)
  const beside = (step: number) => {
    const entry = place < 0 ? undefined : list[place + step]
    return entry && (() => shown.show(entry))
  }
  const named = useMemo(() => new Map(called.data?.named.map(({ id, name }) => [id, name])), [called.data])
  return (
    <>
      <ListHead title="审计日志" text="运营人员与命令行做过的每一项操作。只能增加，数据库拒绝修改与删除，长期保留。" />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="操作者" {...at.field('actor')} />
        <GroupedFilter label="操作" groups={actions} {...at.field('action')} />
        <SearchFilter label="对象：名称、号码或编号" {...at.field('target')} />
        <LazyDaysFilter label="日期" from={filters.from} to={filters.to} onChange={days => at.filter(days)} />
      </FilterBar>
      <DataList
        name="operations-audit"
        noun="条记录"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.audit_id}
        labelOf={row => `${auditActorName(row.actor_name)} ${auditActionName(row.action)}`}
        actions={row => (
          <Button size="small" data-opens onClick={() => shown.show(row)}>
            内容
          </Button>
        )}
        tools={<ActExport load={() => api.exportAudit(filters)} disabled={!called.data?.total} />}
        empty={{ title: '还没有记录', text: '运营人员的每一项操作都会出现在这里。' }}
      />
      <AuditDrawer entry={shown.subject} before={beside(-1)} after={beside(1)} named={named} {...shown.props} />
    </>
  )
}
