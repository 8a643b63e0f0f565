import { Link } from 'react-router'
import { articleKindNames } from '#contract/content-names.ts'
import { articlePath } from '#contract/paths.ts'
import { count, dateTime, fromNow } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { articleLooks, changesLook } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'
import { editArticlePath } from '../../paths.ts'
import type { ListedArticle } from './article.ts'
export const columns: Column<ListedArticle>[] = [
  {
    key: 'title',
    title: '标题',
    render: row => (
      <TwoLines
        first={<Link to={editArticlePath(row.article_id)}>{row.title}</Link>}
        second={<span className="quiet">{articlePath(row.kind, row.slug)}</span>}
      />
    ),
  },
  {
    key: 'state',
    title: '状态',
    render: row => (
      <span className="two-lines">
        <StateTag state={articleLooks[row.state]} />
        {row.has_changes && <StateTag state={changesLook} />}
        {row.publish_at && <span className="quiet">{dateTime(row.publish_at)} 发布</span>}
      </span>
    ),
  },
  { key: 'category', title: '分类', render: row => `${articleKindNames[row.kind]} / ${row.category}` },
  { key: 'useful', title: '有用', end: true, render: row => count(row.useful) },
  { key: 'useless', title: '没有用', end: true, render: row => count(row.useless) },
  {
    key: 'saved',
    title: '最近保存',
    render: row => (
      <span className="two-lines">
        <span title={dateTime(row.saved_at)}>{fromNow(row.saved_at)}</span>
        <span className="quiet">{row.saved_by}</span>
      </span>
    ),
  },
  {
    key: 'published',
    title: '首次发布',
    extra: true,
    render: row => (row.published_at ? dateTime(row.published_at) : '—'),
  },
]
