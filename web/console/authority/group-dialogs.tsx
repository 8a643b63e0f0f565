import { Form, Input } from 'antd'
import type { ComponentType } from 'react'
import { lineGroupFields } from '#contract/records/line-fields.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { ConfirmDialog, ConfirmQuestion } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { usePlan } from '#web/ui/plan/use-plan.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { DialogState } from '#web/ui/use-dialog.ts'
import type { Group, GroupDialogProps, GroupQuestion } from './group.ts'
import { GroupLinesDialog } from './group-lines-dialog.tsx'
import { GroupMembersDialog } from './group-members-dialog.tsx'

function EditDialog({ group, open, close, done }: Omit<GroupDialogProps, 'group'> & { group: Group | undefined }) {
  return (
    <DialogForm
      title={group ? `修改 ${group.name}` : '新建专线组'}
      subject={group?.group_id}
      open={open}
      close={close}
      okText={group ? '保存' : '新建'}
      call={api.setVplGroup}
      record={group}
      input={({ name, remark }: { name: string; remark: string }, record) => ({
        group_id: record?.group_id,
        ...changedFrom(record, { name, remark }),
      })}
      fieldOf={{ [-52011]: 'name' }}
      message={(_, { name }) => (group ? '已保存' : `已新建“${name}”，接着放入专线并授权`)}
      onSuccess={({ data }) => done(data.group_id)}
    >
      <TextItem
        name="name"
        field={lineGroupFields.name}
        initialValue={group?.name}
        required="请输入组名"
        placeholder="如：美国店铺"
      />
      <Form.Item name="remark" label="备注（选填）" initialValue={group?.remark ?? ''}>
        <Input.TextArea maxLength={lineGroupFields.remark.max} rows={2} showCount />
      </Form.Item>
    </DialogForm>
  )
}

function DeleteDialog({ group, open, close, done }: GroupDialogProps) {
  const { group_id, name, lines } = group
  const plan = usePlan('deleteVplGroup', open ? { group_id } : undefined, 0)
  return (
    <ConfirmDialog
      title={`删除专线组“${name}”`}
      open={open}
      close={close}
      okText="删除"
      danger
      waiting={plan.loading}
      call={api.deleteVplGroup}
      input={{ group_id }}
      message={`已删除“${name}”`}
      done={() => done(group_id)}
    >
      <p>组内 {lines.length} 条专线不受影响，仍属于企业；只是不再通过这个组授权。包含它的入职模板也不再包含它。</p>
      <Plan plan={plan} />
    </ConfirmDialog>
  )
}

interface OfFreshProps extends GroupDialogProps {
  of: ComponentType<GroupDialogProps>
  title: string
}

/** These dialogs send the differences from their initial values, so they must start from the group's current content. */
function OfFresh({ of: Dialog, title, group, ...dialog }: OfFreshProps) {
  const { data, refused, reload } = useCall('getVplGroupDetail', { group_id: group.group_id })
  if (data) return <Dialog {...dialog} group={data} />
  return (
    <ConfirmQuestion
      title={`${title}：${group.name}`}
      open={dialog.open}
      close={dialog.close}
      okText="保存"
      waiting
      confirm={dialog.close}
      width={560}
    >
      {refused ? <Failure refused={refused} retry={reload} /> : <Skeleton />}
    </ConfirmQuestion>
  )
}

export function GroupDialogs({
  dialog,
  done,
}: {
  dialog: DialogState<GroupQuestion>
  done: (question: GroupQuestion, groupId: string) => void
}) {
  const { subject: question, open, key: round, close } = dialog
  if (!question) return null
  const common = { open, close, done: (groupId: string) => done(question, groupId) }
  switch (question.kind) {
    case 'edit':
      return <EditDialog key={round} group={question.group} {...common} />
    case 'delete':
      return <DeleteDialog key={round} group={question.group} {...common} />
    case 'lines':
      return <OfFresh key={round} of={GroupLinesDialog} title="调整专线" group={question.group} {...common} />
    case 'members':
      return <OfFresh key={round} of={GroupMembersDialog} title="调整授权" group={question.group} {...common} />
  }
}
