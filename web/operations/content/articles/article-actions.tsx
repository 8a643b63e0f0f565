import { DownOutlined } from '@ant-design/icons'
import { Dropdown } from 'antd'
import { useEffect, useRef } from 'react'
import type { ArticleAction } from '#contract/content-names.ts'
import type { Refused } from '#web/data/answers.ts'
import { Button } from '#web/ui/button.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, useMayAct } from '../../act.tsx'
import type { EditedArticle } from './article.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import { StateDialog } from './state-dialog.tsx'

interface ArticleActionsProps {
  article: EditedArticle | undefined
  title: string
  revision: number
  dirty: boolean
  /** Saves unsaved changes; returns whether everything is saved. */
  ready: () => Promise<boolean>
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

/** The actions possible in the article's state, other than publishing. */
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
  const requested = useDialog<ArticleAction>()
  const history = useDialog<true>()
  const acts = useMayAct()
  const more = useRef<HTMLButtonElement>(null)
  const published = article?.state === 'published' && !article.has_changes && !dirty
  const before = useRef(published)
  // After publishing the button is disabled and would lose the focus. A page that opens has none to lose.
  useEffect(() => {
    const at = document.activeElement
    const loses = published && !before.current && (at === document.body || at?.matches(':disabled'))
    if (loses) more.current?.focus({ preventScroll: true })
    before.current = published
  }, [published])
  if (!article) return null
  async function ask(action: ArticleAction) {
    // Publishing saves first, so that the displayed text is published.
    const saves = action === 'publish' || action === 'schedule'
    if (!saves || (await ready())) requested.show(action)
  }
  const items = [
    { key: 'history', label: '历史版本' },
    ...(acts
      ? [
          { type: 'divider' as const, key: 'line' },
          ...others(article).map(key => ({
            key,
            label: words[key],
            danger: key === 'unpublish' || key === 'archive',
          })),
        ]
      : []),
  ]
  return (
    <>
      {article.state !== 'archived' && (
        <ActButton look="primary" disabled={published} onClick={() => void ask('publish')}>
          {article.state === 'published' ? '发布修改' : '发布'}
        </ActButton>
      )}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items,
          onClick: ({ key }) => (key === 'history' ? history.show(true) : void ask(key as ArticleAction)),
        }}
      >
        <Button ref={more} icon={<DownOutlined />} iconPlacement="end" aria-haspopup="menu">
          更多
        </Button>
      </Dropdown>
      {requested.subject && (
        <StateDialog
          key={requested.key}
          action={requested.subject}
          article={article}
          title={title}
          revision={revision}
          {...requested.props}
          refused={refused}
          done={() => changed(article.article_id)}
        />
      )}
      <HistoryDrawer
        key={`history-${history.key}`}
        article={article}
        revision={revision}
        dirty={dirty}
        {...history.props}
        restored={restored}
        changed={() => changed(article.article_id)}
      />
    </>
  )
}
