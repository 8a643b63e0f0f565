import { Link } from 'react-router'
import { aboutDuty, dutyNames } from '#contract/duty-names.ts'
import type { OutputOf } from '#contract/index.ts'
import { employeePath } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { DutyDialog } from './duty-dialog.tsx'

type Holder = OutputOf<'getDutyList'>['list'][number]

const fields = {}
const columns: Column<Holder>[] = [
  {
    key: 'name',
    title: '员工',
    render: ({ employee_id, name, phone }) => (
      <TwoLines first={<Link to={employeePath(employee_id)}>{name}</Link>} second={phone} />
    ),
  },
  {
    key: 'duty',
    title: '角色',
    render: ({ duty, dept_ids }) => (
      <TwoLines
        first={dutyNames[duty]}
        second={<span className="duty-about">{aboutDuty(duty, dept_ids !== null)}</span>}
      />
    ),
  },
  {
    key: 'covers',
    title: '范围',
    render: ({ dept_paths }) => (dept_paths ? dept_paths.join('；') || '部门已删除' : '全企业'),
  },
  { key: 'dept', title: '部门', render: ({ dept_path }) => dept_path ?? <span className="quiet">未分配</span> },
  {
    key: 'given',
    title: '授予',
    render: ({ given_by, given_at }) => <TwoLines first={given_by} second={fromNow(given_at)} />,
  },
]

/** Lists the people who do a part of a manager's work. The owner and managers are marked in the list of people. */
export function Roles() {
  const at = useListAddress(fields)
  const called = useRemembered('getDutyList', at.query)
  const giving = useDialog<Holder | null>()
  const ending = useDialog<Holder>()
  const give = <Button onClick={() => giving.show(null)}>授予角色</Button>
  return (
    <>
      <DataList
        name="duties"
        noun="名员工"
        at={at}
        called={called}
        columns={columns}
        idOf={({ employee_id }) => employee_id}
        labelOf={({ name }) => name}
        tools={
          <>
            <ExportButton load={() => api.exportDuties({})} disabled={!called.data?.total} />
            {give}
          </>
        }
        actions={row => (
          <span className="row-actions">
            <Button look="link" size="small" onClick={() => giving.show(row)}>
              更换
            </Button>
            <Button look="link" size="small" danger onClick={() => ending.show(row)}>
              收回
            </Button>
          </span>
        )}
        empty={{
          title: '还没有人担任角色',
          text: '让财务、设备管理员、部门主管或审计的同事进控制台，只做各自的事，不必设为管理员。',
          action: give,
        }}
      />
      {giving.subject !== undefined && (
        <DutyDialog key={giving.key} holder={giving.subject} {...giving.props} done={called.reload} />
      )}
      {ending.subject && (
        <ConfirmDialog
          key={ending.key}
          title={`收回 ${ending.subject.name} 的角色`}
          okText="收回"
          danger
          {...ending.props}
          call={api.setDuty}
          input={{ employee_id: ending.subject.employee_id, duty: null }}
          outdatedBy="any"
          done={called.reload}
        >
          <p>
            {ending.subject.name} 不再是“{dutyNames[ending.subject.duty]}
            ”，立即不能再进控制台；员工身份、设备与专线不变。
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
