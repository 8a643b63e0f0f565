import { Form, Input } from 'antd'
import { isSessionRefusal, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import type { Asked } from '#web/ui/use-asked.ts'
import { usePreview } from '#web/ui/use-preview.ts'
import { Effect } from './effect.tsx'
import type { Group } from './group-detail.tsx'
import { GroupLinesDialog } from './group-lines-dialog.tsx'
import { GroupMembersDialog } from './group-members-dialog.tsx'

/** `edit` without a group makes a new one. */
export type GroupQuestion = { kind: 'edit'; group?: Group } | { kind: 'delete' | 'lines' | 'members'; group: Group }

export interface GroupDialogProps {
  group: Group
  open: boolean
  close: () => void
  done: (groupId: string) => void
}

function EditDialog({ group, open, close, done }: Omit<GroupDialogProps, 'group'> & { group: Group | undefined }) {
  const [form] = Form.useForm<{ name: string; remark: string }>()
  async function send({ name, remark }: { name: string; remark: string }) {
    const answer = await api.setVplGroup({ group_id: group?.group_id, name, remark })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-52011]: 'name' })
      return false
    }
    toast.success(group ? '已保存' : `已新建“${name}”，接着放入专线并授权`)
    done(answer.data.group_id)
    return true
  }
  return (
    <DialogForm
      title={group ? `修改 ${group.name}` : '新建专线组'}
      open={open}
      close={close}
      form={form}
      okText={group ? '保存' : '新建'}
      send={send}
    >
      <Form.Item
        name="name"
        label="组名"
        initialValue={group?.name}
        rules={[{ required: true, whitespace: true, message: '请输入组名' }]}
      >
        <Input maxLength={50} autoFocus placeholder="如：美国店铺" />
      </Form.Item>
      <Form.Item name="remark" label="备注（选填）" initialValue={group?.remark ?? ''}>
        <Input.TextArea maxLength={200} rows={2} showCount />
      </Form.Item>
    </DialogForm>
  )
}

function DeleteDialog({ group, open, close, done }: GroupDialogProps) {
  const { group_id, name, lines } = group
  const preview = usePreview('deleteVplGroup', open ? { group_id, preview: true } : undefined, 0)
  async function send() {
    const answer = await api.deleteVplGroup({ group_id })
    if (answer.ok) {
      toast.success(`已删除“${name}”`)
      done(group_id)
      return true
    }
    if (!isSessionRefusal(answer)) toast.error(sentence(answer))
    return false
  }
  return (
    <ConfirmDialog
      title={`删除专线组“${name}”`}
      open={open}
      close={close}
      okText="删除"
      danger
      waiting={preview.waiting}
      send={send}
    >
      <p>组内 {lines.length} 条专线不受影响，仍属于企业；只是不再通过这个组授权。</p>
      <Effect preview={preview} />
    </ConfirmDialog>
  )
}

export function GroupDialogs({
  asked,
  done,
}: {
  asked: Asked<GroupQuestion>
  done: (question: GroupQuestion, groupId: string) => void
}) {
  const { question, open, round, close } = asked
  if (!question) return null
  const common = { open, close, done: (groupId: string) => done(question, groupId) }
  switch (question.kind) {
    case 'edit':
      return <EditDialog key={round} group={question.group} {...common} />
    case 'delete':
      return <DeleteDialog key={round} group={question.group} {...common} />
    case 'lines':
      return <GroupLinesDialog key={round} group={question.group} {...common} />
    case 'members':
      return <GroupMembersDialog key={round} group={question.group} {...common} />
  }
}
