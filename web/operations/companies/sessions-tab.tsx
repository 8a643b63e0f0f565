import { Link } from 'react-router'
import type { OperationOutput } from '#contract/operations/index.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { accountPath } from '../paths.ts'
import { type EndSessions, EndSessionsDialog } from '../support/end-sessions-dialog.tsx'
import { useRemembered } from '../use-operation.ts'
import type { CompanyTabProps } from './company.ts'

type Session = OperationOutput<'getCompanySessions'>['list'][number]

const fields = {}

const columns: Column<Session>[] = [
  {
    key: 'person',
    title: '成员',
    render: ({ account_id, name, phone }) => (
      <TwoLines first={<Link to={accountPath(account_id)}>{name}</Link>} second={phone} />
    ),
  },
  {
    key: 'client',
    title: '客户端',
    render: ({ client_name, client_version, device }) => (
      <TwoLines first={device} second={`${client_name} ${client_version}`} />
    ),
  },
  { key: 'ip', title: '地址', render: ({ ip }) => ip },
  { key: 'seen', title: '最近使用', render: ({ last_seen_at }) => fromNow(last_seen_at) },
  { key: 'created', title: '登录时间', render: ({ created_at }) => dateTime(created_at) },
]

export function SessionsTab({ company, changed }: CompanyTabProps) {
  const { company_id, name } = company.info
  const at = useListAddress(fields)
  const called = useRemembered('getCompanySessions', { company_id, page: at.page, page_size: at.size })
  const ending = useDialog<EndSessions>()
  return (
    <>
      <DataList
        name="operations-company-sessions"
        noun="个登录"
        at={at}
        called={called}
        columns={columns}
        idOf={({ session_id }) => session_id}
        labelOf={session => `${session.name} ${session.ip}`}
        tools={
          Boolean(called.data?.total) && (
            <ActButton danger onClick={() => ending.show({ of: 'company', id: company_id, name })}>
              结束全部登录
            </ActButton>
          )
        }
        actions={session => (
          <ActButton
            size="small"
            onClick={() =>
              ending.show({
                of: 'session',
                id: session.session_id,
                name: session.name,
                about: `${session.device}，${session.ip}`,
              })
            }
          >
            结束
          </ActButton>
        )}
        empty={{ title: '没有有效的登录', text: '成员登录网页或客户端后，会出现在这里。' }}
      />
      {ending.subject && (
        <EndSessionsDialog
          key={ending.key}
          question={ending.subject}
          {...ending.props}
          done={() => {
            called.reload()
            changed()
          }}
        />
      )}
    </>
  )
}
