import { Form, Input } from 'antd'
import { articleKindNames, slugPattern } from '#contract/operations/content-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from '../../api.ts'
import type { ArticleCategory } from './article.ts'

interface CategoryDialogProps {
  asked: { kind: 'help' | 'guide'; category?: ArticleCategory }
  open: boolean
  close: () => void
  done: () => void
}

export function CategoryDialog({ asked: { kind, category }, open, close, done }: CategoryDialogProps) {
  const [form] = Form.useForm<{ name: string; slug: string }>()
  async function send(values: { name: string; slug: string }) {
    const answer = await api.setArticleCategory({ ...values, kind, category_id: category?.category_id })
    if (!answer.ok) {
      tellRefusal(form, answer, { [-53701]: 'name' })
      return false
    }
    toast.success(answer.msg)
    done()
    return true
  }
  const path = kind === 'help' ? '/help' : '/cheats'
  return (
    <DialogForm
      title={category ? `“${category.name}”改名` : `新建${articleKindNames[kind]}分类`}
      okText={category ? '保存' : '新建'}
      open={open}
      close={close}
      form={form}
      send={send}
    >
      <Form.Item
        name="name"
        label="名称"
        initialValue={category?.name}
        rules={[{ required: true, whitespace: true, message: '请输入名称' }]}
      >
        <Input autoFocus autoComplete="off" maxLength={20} />
      </Form.Item>
      <Form.Item
        name="slug"
        label="网址名"
        initialValue={category?.slug}
        extra={`小写字母、数字与连字符，如 ${path}?category=devices；之后不能修改`}
        rules={[{ required: true, pattern: slugPattern, message: '只能用小写字母、数字与单个连字符' }]}
      >
        <Input autoComplete="off" maxLength={60} disabled={Boolean(category)} />
      </Form.Item>
    </DialogForm>
  )
}
