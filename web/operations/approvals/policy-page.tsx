import { alwaysApprovedReasons, approvalNames, roleNames } from '#contract/operations/operator-names.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton } from '../act.tsx'
import { useOperation } from '../use-operation.ts'
import { PolicyDialog } from './policy-dialog.tsx'
import { limitsInWords, type Policy, thresholdInWords } from './policy-words.ts'

/** The page shows every kind, so it has no filters. */
const fields = {}
const idOf = (row: Policy) => row.kind

const columns: Column<Policy>[] = [
  { key: 'kind', title: '类型', render: row => approvalNames[row.kind] },
  { key: 'threshold', title: '何时须第二人确认', render: thresholdInWords },
  {
    key: 'limits',
    title: '一人一天独自执行的上限',
    render: row =>
      alwaysApprovedReasons[row.kind] ? (
        <span className="quiet">总是两人：{alwaysApprovedReasons[row.kind]}</span>
      ) : (
        limitsInWords(row).join('、') || (row.threshold === 0 ? '—' : '不另设')
      ),
  },
  { key: 'roles', title: '谁可以确认', render: row => row.roles.map(role => roleNames[role]).join('、') },
]

export function PolicyPage() {
  const at = useListAddress(fields)
  const called = useOperation('getApprovalPolicy', {})
  const dialog = useDialog<Policy>()
  return (
    <>
      <ListHead
        title="审批规则"
        text="哪些事须由第二人确认。收紧立即生效；有任何放宽，须另一位负责人在“待确认”里确认。只有一位负责人时，在服务器上用 approvals 命令修改。"
      />
      <DataList
        name="operations-approval-policy"
        noun="类事项"
        at={at}
        called={called}
        columns={columns}
        idOf={idOf}
        labelOf={row => approvalNames[row.kind]}
        actions={row => (
          <ActButton size="small" aria-label={`修改${approvalNames[row.kind]}的规则`} onClick={() => dialog.show(row)}>
            修改
          </ActButton>
        )}
        empty={{ title: '没有审批规则', text: '规则随数据库建立，请查看运行状况。' }}
      />
      {dialog.subject && (
        <PolicyDialog key={dialog.key} policy={dialog.subject} {...dialog.props} done={called.reload} />
      )}
    </>
  )
}
