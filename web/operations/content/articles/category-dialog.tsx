import { Form, Input } from 'antd'
import { articleKindNames, slugPattern } from '#contract/content-names.ts'
import { articlesPath } from '#contract/paths.ts'
import { articleCategoryFields } from '#contract/records/article-fields.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { TextItem } from '#web/ui/text-item.tsx'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../../api.ts'
import type { ArticleCategory } from './article.ts'

interface CategoryDialogProps extends ChangeDialogProps {
  question: { kind: 'help' | 'guide'; category?: ArticleCategory }
}

export function CategoryDialog({ question: { kind, category }, ...dialog }: CategoryDialogProps) {
  const path = articlesPath(kind)
  return (
    <DialogForm
      title={category ? `“${category.name}”改名` : `新建${articleKindNames[kind]}分类`}
      subject={category?.category_id ?? kind}
      okText={category ? '保存' : '新建'}
      {...dialog}
      call={api.setArticleCategory}
      record={category}
      input={(values: { name: string; slug: string }, record) => ({
        ...values,
        kind,
        ...(record && { category_id: record.category_id, seen: { name: record.name } }),
      })}
      fieldOf={{ [-53701]: 'name' }}
    >
      <TextItem name="name" field={articleCategoryFields.name} initialValue={category?.name} required="请输入名称" />
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
