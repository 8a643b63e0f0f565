import { Button } from 'antd'
import { useMemo } from 'react'
import { auditActionName, auditActorName, auditGroups } from '#contract/operations/audit-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime } from '#web/ui/format.ts'
import { date, words } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { FilterBar, GroupedFilter, SearchFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { api } from '../api.ts'
import { useOperation } from '../use-operation.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { AuditTarget } from './audit-target.tsx'

export type Audited = OperationOutput<'getAuditList'>['list'][number]

const fields = { actor: words(80), action: words(80), target: words(200), from: date, to: date }

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
  const called = useOperation('getAuditList', { ...at.filters, page: at.page, page_size: at.size })
  const shown = useAsked<Audited>()
  const { filters } = at
  const named = useMemo(() => new Map(called.data?.named.map(({ id, name }) => [id, name])), [called.data])
  return (
    <>
      <ListHead title="审计日志" text="运营人员与命令行做过的每一项操作。只能增加，数据库拒绝修改与删除，长期保留。" />
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="操作者" value={filters.actor} onChange={actor => at.filter({ actor })} />
        <GroupedFilter
          label="操作"
          value={filters.action}
          groups={actions}
          onChange={action => at.filter({ action })}
        />
        <SearchFilter label="对象编号" value={filters.target} onChange={target => at.filter({ target })} />
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
          <Button size="small" onClick={() => shown.ask(row)}>
            内容
          </Button>
        )}
        tools={<ExportButton load={() => api.exportAudit(filters)} disabled={!called.data?.total} />}
        empty={{ title: '还没有记录', text: '运营人员的每一项操作都会出现在这里。' }}
      />
      <AuditDrawer entry={shown.question} named={named} open={shown.open} close={shown.close} />
    </>
  )
}
