import { roleNames } from '#contract/operations/operator-names.ts'
import { operatorFields } from '#contract/records/operator-fields.ts'
import { dateTime, fromNow } from '#web/ui/format.ts'
import { text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SearchFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { operatorLooks, totpLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { useOperator } from '../operator.ts'
import { useRemembered } from '../use-operation.ts'
import type { ListedOperator } from './listed-operator.ts'
import { OperatorDialog } from './operator-dialog.tsx'
import { StandingDialog, type StandingQuestion } from './standing-dialog.tsx'

const fields = { keyword: text() }
const idOf = (row: ListedOperator) => row.operator_id

const columns: Column<ListedOperator>[] = [
  { key: 'name', title: operatorFields.name.label, render: row => row.name },
  { key: 'display', title: operatorFields.display_name.label, render: row => row.display_name },
  { key: 'roles', title: '角色', render: row => row.roles.map(role => roleNames[role]).join('、') },
  {
    key: 'state',
    title: '状态',
    render: row => <StateTag state={operatorLooks[row.state]} />,
  },
  { key: 'totp', title: '动态验证器', render: row => <StateTag state={totpLooks[row.totp ? 'bound' : 'unbound']} /> },
  { key: 'sessions', title: '在线', end: true, render: row => row.sessions },
  {
    key: 'login',
    title: '最近登录',
    render: row => (row.last_login_at ? `${dateTime(row.last_login_at)}（${fromNow(row.last_login_at)}）` : '从未'),
  },
  { key: 'created', title: '创建时间', extra: true, render: row => dateTime(row.created_at) },
]

export function OperatorsPage() {
  const self = useOperator()
  const at = useListAddress(fields)
  const called = useRemembered('getOperatorList', at.query)
  const edited = useDialog<ListedOperator | undefined>()
  const standing = useDialog<StandingQuestion>()

  return (
    <>
      <ListHead
        title="操作员"
        text="能登录运营后台的人。每个人只有自己角色的功能；添加、增加角色、恢复与重置须另一位负责人在“待确认”里确认。"
      >
        <ActButton look="primary" onClick={() => edited.show(undefined)}>
          添加操作员
        </ActButton>
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="用户名或姓名" {...at.field('keyword')} />
      </FilterBar>
      <DataList
        name="operations-operators"
        noun="名操作员"
        at={at}
        called={called}
        columns={columns}
        idOf={idOf}
        labelOf={row => row.display_name}
        actions={row =>
          row.operator_id === self?.operator_id ? (
            <span className="quiet">自己</span>
          ) : (
            <ActMenu
              label={`${row.display_name}的操作`}
              actions={[
                { key: 'edit', label: '修改姓名与角色', run: () => edited.show(row) },
                { key: 'reset', label: '重置密码', run: () => standing.show({ action: 'reset', operator: row }) },
                { key: 'totp', label: '重置密码与验证器', run: () => standing.show({ action: 'totp', operator: row }) },
                null,
                ...(row.sessions
                  ? [
                      {
                        key: 'logins',
                        label: '结束登录',
                        danger: true,
                        run: () => standing.show({ action: 'logins', operator: row }),
                      },
                    ]
                  : []),
                row.state === 'active'
                  ? {
                      key: 'disable',
                      label: '停用',
                      danger: true,
                      run: () => standing.show({ action: 'disable', operator: row }),
                    }
                  : { key: 'enable', label: '恢复', run: () => standing.show({ action: 'enable', operator: row }) },
              ]}
            />
          )
        }
        empty={{ title: '还没有操作员', text: '用命令行创建第一名负责人，之后在这里添加其他人。' }}
      />
      {edited.key > 0 && (
        <OperatorDialog key={`edit-${edited.key}`} operator={edited.subject} {...edited.props} done={called.reload} />
      )}
      {standing.subject && (
        <StandingDialog
          key={`standing-${standing.key}`}
          question={standing.subject}
          {...standing.props}
          done={called.reload}
        />
      )}
    </>
  )
}
