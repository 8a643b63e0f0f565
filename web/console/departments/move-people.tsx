import { Form } from 'antd'
import { api } from '#web/api.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { DepartmentSelect } from './department-select.tsx'
import type { DepartmentTree } from './tree.ts'

interface MovePeopleProps {
  tree: DepartmentTree
  people: readonly { employee_id: string; name: string; dept_id: string | null }[]
  open: boolean
  close: () => void
  done: () => void
}

/** The first few by name, the others by number. */
export const namesOf = (people: readonly { name: string }[], most = 5) => {
  const names = people
    .slice(0, most)
    .map(({ name }) => name)
    .join('、')
  return people.length > most ? `${names}等 ${people.length} 人` : names
}

export function MovePeople({ tree, people, open, close, done }: MovePeopleProps) {
  const [form] = Form.useForm<{ dept_id: string | null }>()
  const [first] = people
  const common = first && people.every(({ dept_id }) => dept_id === first.dept_id) ? first.dept_id : null
  const target = Form.useWatch('dept_id', form) ?? null
  const moving = people.filter(({ dept_id }) => dept_id !== target).length

  async function send({ dept_id }: { dept_id: string | null }) {
    const answer = await api.batchSetDepartment({
      employee_ids: people.map(({ employee_id }) => employee_id),
      dept_id,
    })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-46001]: 'dept_id' })
      return false
    }
    const name = dept_id === null ? '未分配部门' : `“${tree.byId.get(dept_id)?.name ?? ''}”`
    toast.success(`已把 ${answer.data.moved} 人移到${name}`)
    done()
    return true
  }

  return (
    <DialogForm title="移动到部门" okText={`移动 ${moving} 人`} open={open} close={close} form={form} send={send}>
      <p className="dialog-about">{namesOf(people)}</p>
      <Form.Item name="dept_id" label="部门" initialValue={common}>
        <DepartmentSelect tree={tree} noneText="未分配部门" autoFocus />
      </Form.Item>
    </DialogForm>
  )
}
