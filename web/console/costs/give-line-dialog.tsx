import { Form, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { ConfirmDialog, ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { count } from '#web/ui/format.ts'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import type { Idle } from './idle.ts'

type Line = Idle['lines'][number]

/** Assigns an unused line to the people of a group; its plan names who gains it. */
export function GiveLineDialog({ line, open, close, done }: ChangeDialogProps & { line: Line }) {
  const { data, refused, reload } = useCall('getVplGroupList', {})
  const [groupId, setGroupId] = useState<string>()
  const dialog = { title: `把 ${line.name} 交给一个专线组`, open, close }
  const choice = (
    <Form layout="vertical" className="dialog-form">
      <Form.Item
        label="专线组"
        htmlFor="give-group"
        extra={line.groups ? `仍留在原来的 ${count(line.groups)} 个组里` : undefined}
      >
        <Select
          id="give-group"
          autoFocus
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="选择专线组"
          value={groupId}
          onChange={setGroupId}
          options={data?.list.map(({ group_id, name, departments, employees }) => ({
            value: group_id,
            label: `${name}（${count(departments)} 个部门，${count(employees)} 名员工）`,
          }))}
          notFoundContent={<Link to={paths.authority}>还没有专线组，去新建</Link>}
        />
      </Form.Item>
    </Form>
  )
  if (groupId)
    return (
      <Chosen key={groupId} {...dialog} line={line} groupId={groupId} done={done}>
        {choice}
      </Chosen>
    )
  return (
    <ConfirmQuestion {...dialog} okText="交给这个组" waiting confirm={close}>
      {refused && !data ? <Failure refused={refused} retry={reload} /> : data ? choice : <Skeleton />}
    </ConfirmQuestion>
  )
}

interface ChosenProps extends ChangeDialogProps {
  line: Line
  title: string
  groupId: string
  children: ReactNode
}

function Chosen({ line: { svp_id, name }, groupId, children, ...dialog }: ChosenProps) {
  const { data, refused, reload } = useCall('getVplGroupDetail', { group_id: groupId })
  const held = data?.lines.map(line => line.svp_id)
  const input = held && !held.includes(svp_id) ? { group_id: groupId, add_svp_ids: [svp_id] } : undefined
  const plan = usePlan('setVplGroupLines', dialog.open ? input : undefined, 0)
  return (
    <ConfirmDialog
      {...dialog}
      okText="交给这个组"
      waiting={!input || plan.loading || plan.refused !== undefined}
      call={api.setVplGroupLines}
      input={input}
      message={`已把 ${name} 交给 ${data?.name ?? '专线组'}`}
    >
      {children}
      {refused && !data && <Failure refused={refused} retry={reload} />}
      {data && !input ? <p>{name} 已经在这个专线组里。</p> : <Plan plan={plan} />}
    </ConfirmDialog>
  )
}
