import '../content.css'
import { Button } from 'antd'
import { Link } from 'react-router'
import { articleKindNames, articleStates } from '#contract/content-names.ts'
import { articlePath } from '#contract/paths.ts'
import { count, dateTime, fromNow } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf, text, uuid } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SearchFilter, SelectFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { articleLooks, changesLook } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActLink } from '../../act.tsx'
import { editArticlePath, operationsPaths } from '../../paths.ts'
import { useOperation } from '../../use-operation.ts'
import type { ListedArticle } from './article.ts'
import { OrderDialog } from './order-dialog.tsx'

const kinds = ['help', 'guide'] as const
const fields = { kind: oneOf(kinds), category_id: uuid, state: oneOf(articleStates), keyword: text() }
const kindOptions = kinds.map(value => ({ value, label: articleKindNames[value] }))
const stateOptions = articleStates.map(value => ({ value, label: articleLooks[value].word }))

const columns: Column<ListedArticle>[] = [
  {
    key: 'title',
    title: '标题',
    render: row => (
      <span className="two-lines">
        <Link to={editArticlePath(row.article_id)}>{row.title}</Link>
        <span className="quiet">{articlePath(row.kind, row.slug)}</span>
      </span>
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

export function ArticlesPage() {
  const at = useListAddress(fields)
  const { filters } = at
  const called = useOperation('getContentArticleList', at.query)
  const categories = useOperation('getArticleCategoryList', {})
  const order = useDialog<{ category_id: string; name: string }>()
  const options = (categories.data?.list ?? [])
    .filter(({ kind }) => !filters.kind || kind === filters.kind)
    .map(({ category_id, kind, name }) => ({ value: category_id, label: `${articleKindNames[kind]} / ${name}` }))
  const category = categories.data?.list.find(({ category_id }) => category_id === filters.category_id)
  return (
    <>
      <ListHead title="文章" text="帮助中心与出海攻略。按公开页面上的次序排列；已归档的只在选择该状态时列出。">
        <LinkButton to={operationsPaths.articleCategories}>分类与次序</LinkButton>
        <ActLink type="primary" to={operationsPaths.newArticle}>
          写文章
        </ActLink>
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="标题、摘要、关键词或正文" {...at.field('keyword')} />
        <SelectFilter
          label="种类"
          value={filters.kind}
          options={kindOptions}
          onChange={kind => at.filter({ kind, category_id: undefined })}
        />
        <SelectFilter label="分类" options={options} {...at.field('category_id')} />
        <SelectFilter label="状态" options={stateOptions} {...at.field('state')} />
      </FilterBar>
      <DataList
        name="operations-articles"
        noun="篇文章"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.article_id}
        labelOf={row => row.title}
        tools={
          category && (
            <ActButton
              size="small"
              onClick={() => order.show({ category_id: category.category_id, name: category.name })}
            >
              调整次序
            </ActButton>
          )
        }
        actions={row => (
          <span className="row-actions">
            {/* With unpublished changes the address may differ from that of the listed version. */}
            {row.state === 'published' && !row.has_changes && (
              <Button
                size="small"
                type="text"
                href={articlePath(row.kind, row.slug)}
                target="_blank"
                aria-label={`查看 ${row.title}`}
              >
                查看
              </Button>
            )}
            <LinkButton size="small" to={editArticlePath(row.article_id)} aria-label={`编辑 ${row.title}`}>
              编辑
            </LinkButton>
          </span>
        )}
        empty={{
          title: '还没有文章',
          text: '先建好分类，再写第一篇文章。',
          action: <ActLink to={operationsPaths.newArticle}>写文章</ActLink>,
        }}
      />
      {order.subject && <OrderDialog key={order.key} category={order.subject} {...order.props} done={called.reload} />}
    </>
  )
}
