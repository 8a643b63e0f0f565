import '../content.css'
import { articleKindNames, articleStates } from '#contract/content-names.ts'
import { articlePath } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { oneOf, text, uuid } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter, SelectFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { articleLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActLink } from '../../act.tsx'
import { editArticlePath, operationsPaths } from '../../paths.ts'
import { useOperation, useRemembered } from '../../use-operation.ts'
import { columns } from './article-columns.tsx'
import { OrderDialog } from './order-dialog.tsx'

const kinds = ['help', 'guide'] as const
const fields = { kind: oneOf(kinds), category_id: uuid, state: oneOf(articleStates), keyword: text() }

export function ArticlesPage() {
  const at = useListAddress(fields)
  const { filters } = at
  const called = useRemembered('getContentArticleList', at.query)
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
        <ActLink look="primary" to={operationsPaths.newArticle}>
          写文章
        </ActLink>
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="标题、摘要、关键词或正文" {...at.field('keyword')} />
        <NamedFilter
          label="种类"
          value={filters.kind}
          values={kinds}
          names={articleKindNames}
          onChange={kind => at.filter({ kind, category_id: undefined })}
        />
        <SelectFilter label="分类" found={categories} options={options} {...at.field('category_id')} />
        <NamedFilter label="状态" values={articleStates} names={articleLooks} {...at.field('state')} />
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
                look="text"
                href={articlePath(row.kind, row.slug)}
                target="_blank"
                aria-label={`查看 ${row.title}`}
              >
                查看
              </Button>
            )}
            <LinkButton size="small" to={editArticlePath(row.article_id)} aria-label={`修改 ${row.title}`}>
              修改
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
