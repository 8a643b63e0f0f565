import '../content.css'
import { Link } from 'react-router'
import { articleKindNames } from '#contract/content-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import { useSubmission } from '#web/ui/use-submission.ts'
import { ActButton, ActMenu } from '../../act.tsx'
import { api } from '../../api.ts'
import { operationsPaths } from '../../paths.ts'
import { useOperation } from '../../use-operation.ts'
import { OrderList } from '../order-list.tsx'
import type { ArticleCategory } from './article.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { OrderDialog } from './order-dialog.tsx'

export function CategoriesPage() {
  const called = useOperation('getArticleCategoryList', {})
  const edited = useDialog<{ kind: 'help' | 'guide'; category?: ArticleCategory }>()
  const removed = useDialog<ArticleCategory>()
  const order = useDialog<ArticleCategory>()
  const ordering = useSubmission({ call: api.setArticleCategoryOrder, outdatedBy: 'any', done: called.reload })
  if (called.refused && !called.data) return <Failure refused={called.refused} retry={called.reload} />
  if (!called.data) return <PageWait />
  const { list } = called.data
  return (
    <>
      <ListHead title="文章分类与次序" text="公开页面按这里的次序列出分类；没有已发布文章的分类不显示。" />
      <div className="category-sections">
        {(['help', 'guide'] as const).map(kind => (
          <section className="sheet" key={kind} aria-label={articleKindNames[kind]}>
            <div className="sheet-head">
              <h2>{articleKindNames[kind]}</h2>
              <ActButton
                size="small"
                onClick={() => edited.show({ kind })}
                aria-label={`新建分类：${articleKindNames[kind]}`}
              >
                新建分类
              </ActButton>
            </div>
            <OrderList
              items={list.filter(each => each.kind === kind)}
              idOf={each => each.category_id}
              nameOf={each => each.name}
              // A move must start from the order that results from the previous one.
              disabled={called.loading || ordering.busy}
              onChange={items => void ordering.submit({ kind, category_ids: items.map(each => each.category_id) })}
              more={each => (
                <>
                  <Link className="quiet" to={`${operationsPaths.articles}?category_id=${each.category_id}`}>
                    {each.articles} 篇
                  </Link>
                  <ActMenu
                    label={`${each.name}的操作`}
                    actions={[
                      { key: 'rename', label: '改名', run: () => edited.show({ kind, category: each }) },
                      { key: 'order', label: '调整文章次序', run: () => order.show(each) },
                      null,
                      {
                        key: 'delete',
                        label: each.articles ? '删除（须先移走文章）' : '删除',
                        danger: true,
                        disabled: each.articles > 0,
                        run: () => removed.show(each),
                      },
                    ]}
                  />
                </>
              )}
            />
          </section>
        ))}
      </div>
      {edited.subject && (
        <CategoryDialog key={`edit-${edited.key}`} question={edited.subject} {...edited.props} done={called.reload} />
      )}
      {order.subject && (
        <OrderDialog key={`order-${order.key}`} category={order.subject} {...order.props} done={called.reload} />
      )}
      {removed.subject && (
        <ConfirmDialog
          key={`remove-${removed.key}`}
          title="删除分类"
          okText="删除"
          danger
          {...removed.props}
          call={api.deleteArticleCategory}
          input={{ category_id: removed.subject.category_id }}
          done={called.reload}
        >
          <p>
            删除{articleKindNames[removed.subject.kind]}分类“<strong>{removed.subject.name}</strong>
            ”，它没有文章。它的网址随即失效。
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
