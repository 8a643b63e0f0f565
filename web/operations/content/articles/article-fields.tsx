import { Form, type FormInstance, Input, Select } from 'antd'
import { articleKindNames, slugPattern } from '#contract/content-names.ts'
import { articlesPath } from '#contract/paths.ts'
import { articleFields } from '#contract/records/article-fields.ts'
import { api } from '../../api.ts'
import { useOperationPreview } from '../../use-operation.ts'
import type { ArticleCategory, EditedArticle, Writing } from './article.ts'

interface ArticleFieldsProps {
  article: EditedArticle | undefined
  categories: readonly ArticleCategory[]
  values: Writing
  form: FormInstance<Writing>
  change: (next: Partial<Writing>) => void
}

export function ArticleFields({ article, categories, values, form, change }: ArticleFieldsProps) {
  const { slug, title, category_id } = values
  const category = categories.find(each => each.category_id === category_id)
  const article_id = article?.article_id
  const checked = useOperationPreview(
    'checkArticleSlug',
    slugPattern.test(slug) && slug !== article?.slug ? { slug, article_id } : undefined,
  )
  const taken = checked.data?.free === false && checked.data.slug === slug
  const path = `${articlesPath(category?.kind ?? 'help')}/${slug || '…'}`
  const moves = article?.published_at && slug !== article.slug

  /** Proposes a slug from the title until the author chooses one. */
  async function propose() {
    if (slug || !title.trim()) return
    const answer = await api.checkArticleSlug({ title, category_id, article_id }, { background: true })
    if (!answer.ok || form.getFieldValue('slug')) return
    form.setFieldsValue({ slug: answer.data.slug })
    change({ slug: answer.data.slug })
  }

  return (
    <div className="sheet editor-fields">
      <Form.Item
        className="wide"
        name="title"
        label={articleFields.title.label}
        rules={[{ required: true, whitespace: true, message: '请输入标题' }]}
      >
        <Input
          maxLength={articleFields.title.max}
          autoComplete="off"
          autoFocus={!article}
          onBlur={() => void propose()}
        />
      </Form.Item>
      <Form.Item name="category_id" label="分类" rules={[{ required: true, message: '请选择分类' }]}>
        <Select
          placeholder="选择分类"
          options={(['help', 'guide'] as const).map(kind => ({
            label: articleKindNames[kind],
            options: categories
              .filter(each => each.kind === kind)
              .map(each => ({ value: each.category_id, label: each.name })),
          }))}
        />
      </Form.Item>
      <Form.Item
        name="slug"
        label={articleFields.slug.label}
        rules={[{ required: true, pattern: slugPattern, message: '请输入小写字母、数字与单个连字符' }]}
        {...(taken && { validateStatus: 'error', help: '该网址名已被其他文章使用' })}
        extra={
          <>
            {path}
            {moves && '；发布后，原来的网址会自动转到这里'}
          </>
        }
      >
        <Input maxLength={articleFields.slug.max} autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item
        name="summary"
        label={articleFields.summary.label}
        extra="列表、搜索结果与搜索引擎里显示"
        rules={[{ required: true, whitespace: true, message: '请输入摘要' }]}
      >
        <Input.TextArea maxLength={articleFields.summary.max} rows={3} />
      </Form.Item>
      <Form.Item
        name="keywords"
        label={`${articleFields.keywords.label}（选填）`}
        extra="用逗号分隔，站内搜索与搜索引擎使用"
      >
        <Input maxLength={articleFields.keywords.max} autoComplete="off" />
      </Form.Item>
    </div>
  )
}
