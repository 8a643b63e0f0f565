import { useParams } from 'react-router'
import { useLeadOn } from '#web/data/use-lead-on.ts'
import { Failure } from '#web/ui/failure.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { editArticlePath } from '../../paths.ts'
import { useOperation } from '../../use-operation.ts'
import { ArticleEditor } from './article-editor.tsx'

export function NewArticlePage() {
  const leadOn = useLeadOn()
  const { data: categories, refused, reload } = useOperation('getArticleCategoryList', {})
  if (!categories) return refused ? <Failure refused={refused} retry={reload} /> : <PageWait />
  return (
    <ArticleEditor
      article={undefined}
      categories={categories.list}
      changed={id => void leadOn(editArticlePath(id), { replace: true })}
    />
  )
}

export function ArticlePage() {
  const { id = '' } = useParams()
  const categories = useOperation('getArticleCategoryList', {})
  const article = useOperation('getContentArticle', { article_id: id })
  for (const { data, refused, reload } of [categories, article])
    if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!article.data || !categories.data) return <PageWait />
  return <ArticleEditor article={article.data} categories={categories.data.list} changed={article.reload} />
}
