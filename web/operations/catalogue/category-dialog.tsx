import { Form, Input, InputNumber } from 'antd'
import { catalogueCode } from '#contract/operations/catalogue-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../api.ts'
import type { ListedCategory } from './category-tree.tsx'

export interface CategoryQuestion {
  /** Undefined: a new one. */
  category: ListedCategory | undefined
  parent: ListedCategory | undefined
}

interface Values {
  code: string
  name: string
  about?: string
  sort: number
}

interface CategoryDialogProps {
  asked: CategoryQuestion
  open: boolean
  close: () => void
  done: (categoryId: string) => void
}

export function CategoryDialog({ asked: { category, parent }, open, close, done }: CategoryDialogProps) {
  const [form] = Form.useForm<Values>()
  async function send(values: Values) {
    const answer = await api.setCatalogueCategory({
      ...values,
      category_id: category?.category_id,
      parent_id: parent?.category_id,
    })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53400]: 'code' })
      return false
    }
    toast.success(answer.msg)
    done(answer.data.category_id)
    return true
  }
  return (
    <DialogForm
      title={category ? `修改分类 ${category.name}` : parent ? `在“${parent.name}”下新增分类` : '新增一级分类'}
      okText={category ? '保存' : '新增'}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <DescribedFields of={category} what="分类" shown="价格页与下单页" />
    </DialogForm>
  )
}

interface DescribedFieldsProps {
  of: { code: string; name: string; about: string; sort: number } | undefined
  what: string
  /** Where customers read the description. */
  shown: string
}

/** What categories and goods are described by. */
export const DescribedFields = ({ of, what, shown }: DescribedFieldsProps) => (
  <>
    <Form.Item
      name="name"
      label="名称"
      initialValue={of?.name}
      rules={[{ required: true, whitespace: true, message: '请输入名称' }]}
    >
      <Input autoFocus maxLength={40} />
    </Form.Item>
    <Form.Item
      name="code"
      label="编码"
      initialValue={of?.code}
      extra="用于接口与数据，之后不能修改"
      rules={[{ required: true, pattern: catalogueCode, message: '2–40 位小写字母、数字或 -' }]}
    >
      <Input disabled={Boolean(of)} maxLength={40} autoComplete="off" />
    </Form.Item>
    <Form.Item
      name="about"
      label="说明"
      initialValue={of?.about}
      extra={`显示在${shown}`}
      normalize={(text: string) => text.replaceAll('\n', ' ')}
    >
      <Input.TextArea rows={3} maxLength={500} showCount />
    </Form.Item>
    <Form.Item
      name="sort"
      label="排序"
      initialValue={of?.sort ?? 100}
      extra={`数字小的${what}在前`}
      rules={[{ required: true, message: '请输入排序' }]}
    >
      <InputNumber min={0} max={9999} precision={0} />
    </Form.Item>
  </>
)
