import { Form, Input, InputNumber } from 'antd'
import { catalogueCode, categoryFields, type goodsFields } from '#contract/records/catalogue-fields.ts'
import { changedFrom } from '#web/ui/changed-from.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { DialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { ListedCategory } from './category-tree.tsx'

export interface CategoryQuestion {
  /** Undefined to create a category. */
  category: ListedCategory | undefined
  parent: ListedCategory | undefined
}

interface Values {
  code: string
  name: string
  about?: string
  sort: number
}

interface CategoryDialogProps extends DialogProps {
  question: CategoryQuestion
  done: (categoryId: string) => void
}

export function CategoryDialog({ question: { category, parent }, done, ...dialog }: CategoryDialogProps) {
  return (
    <DialogForm
      title={category ? `修改分类 ${category.name}` : parent ? `在“${parent.name}”下新建分类` : '新建一级分类'}
      subject={category?.category_id ?? parent?.category_id}
      okText={category ? '保存' : '新建'}
      {...dialog}
      call={api.setCatalogueCategory}
      record={category}
      input={(values: Values, record) => ({
        category_id: record?.category_id,
        ...changedFrom(record, values),
        ...(!category && { parent_id: parent?.category_id }),
      })}
      fieldOf={{ [-53400]: 'code' }}
      onSuccess={({ data }) => done(data.category_id)}
    >
      <DescribedFields of={category} fields={categoryFields} what="分类" shown="价格页与下单页" />
    </DialogForm>
  )
}

interface DescribedFieldsProps {
  of: { code: string; name: string; about: string; sort: number } | undefined
  fields: typeof categoryFields | typeof goodsFields
  what: string
  /** Where customers read the description. */
  shown: string
}

/** The descriptive fields of categories and goods. */
export const DescribedFields = ({ of, fields, what, shown }: DescribedFieldsProps) => (
  <>
    <TextItem name="name" field={fields.name} initialValue={of?.name} required="请输入名称" />
    <Form.Item
      name="code"
      label={fields.code.label}
      initialValue={of?.code}
      extra="用于接口与数据，之后不能修改"
      rules={[{ required: true, pattern: catalogueCode, message: '2–40 位小写字母、数字或 -' }]}
    >
      <Input disabled={Boolean(of)} maxLength={fields.code.max} autoComplete="off" />
    </Form.Item>
    <Form.Item
      name="about"
      label={fields.about.label}
      initialValue={of?.about}
      extra={`显示在${shown}`}
      normalize={(text: string) => text.replaceAll('\n', ' ')}
    >
      <Input.TextArea rows={3} maxLength={fields.about.max} showCount />
    </Form.Item>
    <Form.Item
      name="sort"
      label={fields.sort.label}
      initialValue={of?.sort ?? 100}
      extra={`数字小的${what}在前`}
      rules={[{ required: true, message: '请输入排序' }]}
    >
      <InputNumber min={0} max={fields.sort.max} precision={0} />
    </Form.Item>
  </>
)
