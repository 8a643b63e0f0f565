import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime } from '#web/ui/format.ts'
import { oneOf } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SelectFilter } from '#web/ui/list/filters.tsx'
import { type ListAddress, useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { smsLooks } from '#web/ui/states.ts'
import { accountPath } from '../paths.ts'
import { purposeWord } from '../support/purposes.ts'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

type Notice = OperationOutput<'getCompanyNotices'>['list'][number]
type Message = OperationOutput<'getCompanyMessages'>['list'][number]

const fields = { way: oneOf(['notice', 'sms']) }
const ways = [
  { value: 'notice', label: '站内通知' },
  { value: 'sms', label: '短信' },
] as const

const to = <Row extends { account_id: string; name: string }>(): Column<Row> => ({
  key: 'to',
  title: '收件人',
  render: ({ account_id, name }) => <Link to={accountPath(account_id)}>{name}</Link>,
})

const noticeColumns: Column<Notice>[] = [
  { key: 'at', title: '时间', render: ({ created_at }) => dateTime(created_at) },
  to(),
  {
    key: 'text',
    title: '内容',
    render: ({ title, text }) => (
      <span className="notice-text">
        {title}
        <br />
        <span className="quiet">{text}</span>
      </span>
    ),
  },
  { key: 'read', title: '已读', render: ({ read }) => (read ? '已读' : <span className="quiet">未读</span>) },
]

const messageColumns: Column<Message>[] = [
  { key: 'at', title: '时间', render: ({ created_at }) => dateTime(created_at) },
  to(),
  { key: 'phone', title: '号码', render: ({ phone }) => phone },
  { key: 'purpose', title: '用途', render: ({ purpose }) => purposeWord(purpose) },
  { key: 'state', title: '状态', fixed: true, render: ({ state }) => <StateTag state={smsLooks[state]} /> },
  { key: 'failure', title: '失败原因', render: ({ failure }) => failure ?? <span className="quiet">—</span> },
]

interface ListProps {
  companyId: string
  at: ListAddress<typeof fields>
}

function Notices({ companyId, at }: ListProps) {
  const called = useRemembered('getCompanyNotices', { company_id: companyId, page: at.page, page_size: at.size })
  return (
    <DataList
      name="operations-company-notices"
      noun="条通知"
      at={{ ...at, filtered: false }}
      called={called}
      columns={noticeColumns}
      idOf={({ notice_id }) => notice_id}
      labelOf={({ title, name }) => `${name} ${title}`}
      empty={{ title: '还没有通知', text: '发给成员的站内通知会出现在这里，保留 180 天。' }}
    />
  )
}

function Messages({ companyId, at }: ListProps) {
  const called = useRemembered('getCompanyMessages', { company_id: companyId, page: at.page, page_size: at.size })
  return (
    <DataList
      name="operations-company-messages"
      noun="条短信"
      at={{ ...at, filtered: false }}
      called={called}
      columns={messageColumns}
      idOf={({ message_id }) => message_id}
      labelOf={({ name, purpose }) => `${name} ${purposeWord(purpose)}`}
      empty={{ title: '还没有短信', text: '发给成员的短信会出现在这里，不含内容与验证码，保留 180 天。' }}
    />
  )
}

export function SentTab({ company }: CompanyTabProps) {
  const at = useListAddress(fields)
  const List = at.filters.way === 'sms' ? Messages : Notices
  return (
    <>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SelectFilter label="站内通知" options={ways} {...at.field('way')} />
      </FilterBar>
      <List companyId={company.info.company_id} at={at} />
    </>
  )
}
