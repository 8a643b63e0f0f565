import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { dateTime } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { articleLooks, changesLook } from '#web/ui/states.ts'
import { useMayRead } from '../../operator.ts'
import { auditOf } from '../../paths.ts'
import type { EditedArticle } from './article.ts'

interface ArticleHeadProps {
  article: EditedArticle | undefined
  title: string
  dirty: boolean
  children: ReactNode
}

export function ArticleHead({ article, title, dirty, children }: ArticleHeadProps) {
  const isOwner = useMayRead([])
  return (
    <header className="editor-head">
      <div>
        <h1>{title.trim() || '未命名文章'}</h1>
        <p className="editor-facts quiet">
          {article ? (
            <>
              <StateTag state={articleLooks[article.state]} />
              {article.has_changes && <StateTag state={changesLook} />}
              {article.state === 'published' && (
                <a href={article.address} target="_blank" rel="noopener">
                  {article.address}
                </a>
              )}
              <span>
                {article.saved_by} 保存于 {dateTime(article.saved_at)}
              </span>
              {isOwner && <Link to={auditOf(`article:${article.article_id}`)}>审计日志</Link>}
            </>
          ) : (
            <StateTag state={articleLooks.draft} />
          )}
          <span role="status">{dirty ? '有没保存的内容（已留在这台电脑）' : ''}</span>
        </p>
      </div>
      <div className="row">{children}</div>
    </header>
  )
}
