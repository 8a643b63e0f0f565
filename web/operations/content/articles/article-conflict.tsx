import type { DialogProps } from '#web/ui/use-dialog.ts'
import { useOperation } from '../../use-operation.ts'
import { ConflictDialog } from '../editor/conflict-dialog.tsx'
import type { EditedArticle } from './article.ts'

interface ArticleConflictProps extends DialogProps {
  articleId: string
  mine: string
  overwrite: (revision: number) => Promise<boolean>
  take: (theirs: EditedArticle) => void
}

export const ArticleConflict = ({ articleId, ...props }: ArticleConflictProps) => (
  <ConflictDialog
    {...props}
    called={useOperation('getContentArticle', { article_id: articleId })}
    note="保存为我的版本后，对方的版本仍在“历史版本”里。"
  />
)
