import { companyLogNames, companyLogSources } from '#contract/operations/companies-names.ts'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useMayRead } from '../operator.ts'
import { auditOf } from '../paths.ts'
import { LogChanges } from '../support/log-changes.tsx'
import { actionWord } from '../support/log-words.ts'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

type Entry = OperationOutput<'getCompanyLog'>['list'][number]

const fields = { source: oneOf(companyLogSources) }

const columns: Column<Entry>[] = [
  { key: 'at', title: '时间', render: ({ at }) => dateTime(at) },
  { key: 'source', title: '来源', render: ({ source }) => companyLogNames[source] },
  { key: 'action', title: '操作', fixed: true, render: ({ source, action }) => actionWord(source, action) },
  { key: 'subject', title: '对象', render: ({ subject }) => subject || <span className="quiet">企业</span> },
  { key: 'actor', title: '操作人', render: ({ actor }) => actor },
  { key: 'detail', title: '内容', render: ({ action, detail }) => <LogChanges action={action} detail={detail} /> },
]

export function LogTab({ company }: CompanyTabProps) {
  const { company_id } = company.info
  const at = useListAddress(fields)
  const { source } = at.filters
  const called = useRemembered('getCompanyLog', { company_id, source, page: at.page, page_size: at.size })
  const audits = useMayRead([])
  return (
    <>
      <div className="support-tools">
        <FilterBar filtered={at.filtered} clear={at.clear}>
          <NamedFilter label="来源" values={companyLogSources} names={companyLogNames} {...at.field('source')} />
        </FilterBar>
        {audits && <LinkButton to={auditOf(`company:${company_id}`)}>在审计日志中查看</LinkButton>}
      </div>
      <DataList
        name="operations-company-log"
        noun="条记录"
        at={at}
        called={called}
        columns={columns}
        idOf={({ entry_id }) => entry_id}
        labelOf={({ source: from, action }) => actionWord(from, action)}
        empty={{ title: '还没有记录', text: '客服的操作，以及企业自己的员工、设备与专线变更会记在这里。' }}
      />
    </>
  )
}
