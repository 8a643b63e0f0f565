import { Form } from 'antd'
import type { ArticleAction } from '#contract/content-names.ts'
import type { Refused } from '#web/data/answers.ts'
import { fromLocal, toLocal } from '#web/ui/china-time.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../../api.ts'
import { MomentField } from '../moment-field.tsx'
import type { EditedArticle } from './article.ts'

const words: Record<ArticleAction, { title: string; text: string; done: string }> = {
  publish: { title: '发布', text: '访客立即可以看到最后保存的版本，站点地图与搜索随之更新。', done: '已发布' },
  schedule: { title: '定时发布', text: '到时自动发布那时最后保存的版本；在此之前访客看不到。', done: '已定时' },
  unschedule: { title: '取消定时', text: '不再自动发布。', done: '已取消定时' },
  unpublish: { title: '下线', text: '公开的页面立即消失，文章回到草稿；再次发布时网址不变。', done: '已下线' },
  archive: {
    title: '归档',
    text: '公开的页面立即消失，文章不再出现在列表里；内容与历史版本都保留，可以取消归档。',
    done: '已归档',
  },
  unarchive: { title: '取消归档', text: '文章回到草稿。', done: '已取消归档' },
}

interface StateDialogProps extends ChangeDialogProps {
  action: ArticleAction
  article: EditedArticle
  title: string
  revision: number
  refused: (refused: Refused) => void
}

export function StateDialog({ action, article, title, revision, refused, done, ...dialog }: StateDialogProps) {
  const [form] = Form.useForm<{ publish_at?: string }>()
  const { article_id } = article
  return (
    <DialogForm
      title={words[action].title}
      subject={article_id}
      okText={words[action].title}
      danger={action === 'unpublish' || action === 'archive'}
      {...dialog}
      form={form}
      call={api.setContentArticleState}
      input={({ publish_at }) => ({
        article_id,
        revision,
        action,
        ...(publish_at && { publish_at: fromLocal(publish_at) }),
      })}
      message={words[action].done}
      onRefused={answer =>
        answer.code === -53704 ? showRefusal(answer, { form, fieldOf: { [-53704]: 'publish_at' } }) : refused(answer)
      }
      done={done}
    >
      <p>
        《<strong>{title}</strong>》：{words[action].text}
      </p>
      {action === 'schedule' && (
        <Form.Item
          name="publish_at"
          label="发布时间（北京时间）"
          initialValue={article.publish_at ? toLocal(article.publish_at) : undefined}
          rules={[{ required: true, message: '请选择发布时间' }]}
        >
          <MomentField time />
        </Form.Item>
      )}
    </DialogForm>
  )
}
