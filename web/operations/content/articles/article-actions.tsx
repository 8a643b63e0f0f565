import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import type { ArticleAction } from '#contract/operations/content-names.ts'
import type { Refused } from '#web/answers.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import type { EditedArticle } from './article.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import { StateDialog } from './state-dialog.tsx'

interface ArticleActionsProps {
  article: EditedArticle | undefined
  title: string
  revision: number
  dirty: boolean
  /** Saves what is not saved; answers the version, undefined when that was refused. */
  ready: () => Promise<number | undefined>
  refused: (refused: Refused) => void
  changed: (articleId: string) => void
  restored: (article: EditedArticle) => void
}

const words: Partial<Record<ArticleAction, string>> = {
  schedule: '定时发布……',
  unschedule: '取消定时',
  unpublish: '下线',
  archive: '归档',
  unarchive: '取消归档',
}

/** What else than publishing can be done with an article as it stands. */
function others({ state, publish_at }: EditedArticle): ArticleAction[] {
  if (state === 'archived') return ['unarchive']
  return [
    'schedule',
    ...(publish_at ? (['unschedule'] as const) : []),
    ...(state === 'published' ? (['unpublish'] as const) : []),
    'archive',
  ]
}

export function ArticleActions(props: ArticleActionsProps) {
  const { article, title, revision, dirty, ready, refused, changed, restored } = props
  const asked = useAsked<ArticleAction>()
  const history = useAsked<true>()
  if (!article) return null
  async function ask(action: ArticleAction) {
    // What is published is what is seen.
    const saves = action === 'publish' || action === 'schedule'
    if (!saves || (await ready()) !== undefined) asked.ask(action)
  }
  const items = [
    { key: 'history', label: '历史版本' },
    { type: 'divider' as const, key: 'line' },
    ...others(article).map(key => ({ key, label: words[key], danger: key === 'unpublish' || key === 'archive' })),
  ]
  return (
    <>
      {article.state !== 'archived' && (
        <Button
          type="primary"
          disabled={article.state === 'published' && !article.has_changes && !dirty}
          onClick={() => void ask('publish')}
        >
          {article.state === 'published' ? '发布修改' : '发布'}
        </Button>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items,
          onClick: ({ key }) => (key === 'history' ? history.ask(true) : void ask(key as ArticleAction)),
        }}
      >
        <Button icon={<DownOutlined />} iconPlacement="end" aria-haspopup="menu">
          更多
        </Button>
      </Dropdown>
      {asked.question && (
        <StateDialog
          key={asked.round}
          action={asked.question}
          article={article}
          title={title}
          revision={revision}
          open={asked.open}
          close={asked.close}
          refused={refused}
          done={() => changed(article.article_id)}
        />
      )}
      <HistoryDrawer
        key={`history-${history.round}`}
        article={article}
        revision={revision}
        open={history.open}
        close={history.close}
        restored={restored}
        changed={() => changed(article.article_id)}
      />
    </>
  )
}
