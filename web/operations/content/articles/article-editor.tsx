import '../content.css'
import { Form } from 'antd'
import { useEffect } from 'react'
import type { Refused } from '#web/data/answers.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { dateTime } from '#web/ui/format.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton, useMayAct } from '../../act.tsx'
import { api } from '../../api.ts'
import { useOperationPreview } from '../../use-operation.ts'
import { Leaving } from '../editor/leaving.tsx'
import { MarkdownEditor } from '../editor/markdown-editor.tsx'
import { Panes } from '../editor/panes.tsx'
import { PreviewFrame } from '../editor/preview-frame.tsx'
import { useWriting } from '../editor/use-writing.ts'
import { type ArticleCategory, blank, type EditedArticle, type Writing, writingOf } from './article.ts'
import { ArticleActions } from './article-actions.tsx'
import { ArticleConflict } from './article-conflict.tsx'
import { ArticleFields } from './article-fields.tsx'
import { ArticleHead } from './article-head.tsx'

interface ArticleEditorProps {
  /** Undefined to create an article. */
  article: EditedArticle | undefined
  categories: readonly ArticleCategory[]
  /** Called after the article was saved or its state changed. */
  changed: (articleId: string) => void
}

const Preview = ({ values: { category_id, title, summary, markdown } }: { values: Writing }) => (
  <PreviewFrame answer={useOperationPreview('previewArticle', { category_id, title, summary, markdown }, 300)} />
)

const draftName = (articleId = 'new') => `article:${articleId}`

export function ArticleEditor({ article, categories, changed }: ArticleEditorProps) {
  const [form] = Form.useForm<Writing>()
  const writing = useWriting(draftName(article?.article_id), {
    revision: article?.revision ?? 0,
    values: article ? writingOf(article) : blank,
  })
  const { values, dirty } = writing
  const conflict = useDialog<true>()
  const acts = useMayAct()

  /** Replaces the typed values. */
  function show(next: Writing) {
    form.setFieldsValue(next)
  }

  function tell(refused: Refused) {
    if (refused.code === -53022 && article) conflict.show(true)
    else showRefusal(refused, { form, fieldOf: { [-53700]: 'slug' } })
  }
  const { busy, submit } = useSubmission({
    call: api.saveContentArticle,
    onRefused: tell,
    onSuccess({ data }) {
      writing.settle({ revision: data.revision, values }, draftName(data.article_id))
      changed(data.article_id)
    },
  })
  /** Returns whether it was saved; a failure has already been reported. */
  async function save(expectedRevision = writing.revision): Promise<boolean> {
    const checked = await form.validateFields().catch(() => undefined)
    const { category_id } = values
    if (!checked || !category_id) {
      toast.error('还有没填好的内容')
      const [first] = form.getFieldsError().filter(({ errors }) => errors.length)
      if (first) form.focusField(first.name)
      return false
    }
    if (!values.markdown.trim()) {
      toast.error('请输入正文')
      return false
    }
    const of = article && { article_id: article.article_id, revision: expectedRevision }
    return submit({ ...values, ...of, category_id })
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (acts && dirty && !busy) void save()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })

  return (
    <>
      <Leaving dirty={dirty} />
      <ArticleHead article={article} title={values.title} dirty={dirty}>
        <ActButton disabled={!dirty} loading={busy} onClick={() => void save()}>
          保存
        </ActButton>
        <ArticleActions
          article={article}
          title={values.title}
          revision={writing.revision}
          dirty={dirty}
          ready={async () => !dirty || save()}
          refused={tell}
          changed={changed}
          restored={next => {
            writing.replace({ revision: next.revision, values: writingOf(next) })
            show(writingOf(next))
          }}
        />
      </ArticleHead>
      <div className="editor-alerts">
        {writing.restoredAt && (
          <Alert
            type="warning"
            title={`已恢复这台电脑上 ${dateTime(writing.restoredAt)} 没保存的内容`}
            close={writing.acknowledge}
            action={
              <Button size="small" onClick={() => show(writing.discard())}>
                放弃这些内容
              </Button>
            }
          />
        )}
        {article?.publish_at && (
          <Alert type="info" title={`将于 ${dateTime(article.publish_at)} 自动发布那时最后保存的版本`} />
        )}
      </div>
      <Form
        form={form}
        layout="vertical"
        initialValues={values}
        onValuesChange={writing.change}
        requiredMark={false}
        disabled={!acts}
      >
        <ArticleFields article={article} categories={categories} values={values} form={form} change={writing.change} />
        <Panes
          editor={
            <MarkdownEditor
              label="正文"
              images
              readOnly={!acts}
              value={values.markdown}
              onChange={markdown => writing.change({ markdown })}
            />
          }
          preview={() => <Preview values={values} />}
        />
      </Form>
      {conflict.subject && article && (
        <ArticleConflict
          key={conflict.key}
          articleId={article.article_id}
          mine={values.markdown}
          {...conflict.props}
          overwrite={save}
          take={theirs => {
            writing.replace({ revision: theirs.revision, values: writingOf(theirs) })
            show(writingOf(theirs))
            changed(article.article_id)
          }}
        />
      )}
    </>
  )
}
