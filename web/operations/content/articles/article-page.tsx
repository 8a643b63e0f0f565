import { useNavigate, useParams } from 'react-router'
import { Failure } from '#web/ui/failure.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { editArticlePath } from '../../paths.ts'
import { useOperation } from '../../use-operation.ts'
import { ArticleEditor } from './article-editor.tsx'

function useCategories() {
  const called = useOperation('getArticleCategoryList', {})
  return called.data?.list
}

export function NewArticlePage() {
  const navigate = useNavigate()
  const categories = useCategories()
  if (!categories) return <PageWait />
  return (
    <ArticleEditor
      article={undefined}
      categories={categories}
      changed={id => void navigate(editArticlePath(id), { replace: true })}
    />
  )
}

export function ArticlePage() {
  const { id = '' } = useParams()
  const categories = useCategories()
  const called = useOperation('getContentArticle', { article_id: id })
  if (called.refused && !called.data) return <Failure refused={called.refused} retry={called.reload} />
  if (!called.data || !categories || called.data.article_id !== id) return <PageWait />
  return <ArticleEditor key={id} article={called.data} categories={categories} changed={called.reload} />
}
