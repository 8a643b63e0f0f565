import '../content.css'
import { Button } from 'antd'
import { Link } from 'react-router'
import { articleKindNames } from '#contract/operations/content-names.ts'
import { isSessionRefusal, type Refused, sentence } from '#web/answers.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { RowMenu } from '#web/ui/list/row-menu.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { toast } from '#web/ui/toast.ts'
import { useAsked } from '#web/ui/use-asked.ts'
import { api } from '../../api.ts'
import { operationsPaths } from '../../paths.ts'
import { useOperation } from '../../use-operation.ts'
import { OrderList } from '../order-list.tsx'
import type { ArticleCategory } from './article.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { OrderDialog } from './order-dialog.tsx'

const tell = (refused: Refused) => {
  if (!isSessionRefusal(refused)) toast.error(sentence(refused))
  return false
}

export function CategoriesPage() {
  const called = useOperation('getArticleCategoryList', {})
  const edited = useAsked<{ kind: 'help' | 'guide'; category?: ArticleCategory }>()
  const removed = useAsked<ArticleCategory>()
  const order = useAsked<ArticleCategory>()
  async function setOrder(kind: 'help' | 'guide', list: ArticleCategory[]) {
    const answer = await api.setArticleCategoryOrder({ kind, category_ids: list.map(each => each.category_id) })
    if (answer.ok) toast.success(answer.msg)
    else tell(answer)
    called.reload()
  }
  async function remove({ category_id }: ArticleCategory) {
    const answer = await api.deleteArticleCategory({ category_id })
    if (!answer.ok) return tell(answer)
    toast.success(answer.msg)
    called.reload()
    return true
  }
  if (called.refused && !called.data) return <Failure refused={called.refused} retry={called.reload} />
  if (!called.data) return <PageWait />
  const { list } = called.data
  return (
    <>
      <ListHead
        title="文章分类与次序"
        text={
          <>
            公开页面按这里的次序列出分类；没有已发布文章的分类不显示。
            <Link to={operationsPaths.articles}>返回文章</Link>
          </>
        }
      />
      <div className="category-sections">
        {(['help', 'guide'] as const).map(kind => (
          <section className="sheet" key={kind} aria-label={articleKindNames[kind]}>
            <div className="sheet-head">
              <h2>{articleKindNames[kind]}</h2>
              <Button
                size="small"
                onClick={() => edited.ask({ kind })}
                aria-label={`新建分类：${articleKindNames[kind]}`}
              >
                新建分类
              </Button>
            </div>
            <OrderList
              items={list.filter(each => each.kind === kind)}
              idOf={each => each.category_id}
              nameOf={each => each.name}
              disabled={called.loading}
              onChange={items => void setOrder(kind, items)}
              more={each => (
                <>
                  <Link className="quiet" to={`${operationsPaths.articles}?category_id=${each.category_id}`}>
                    {each.articles} 篇
                  </Link>
                  <RowMenu
                    label={`${each.name}的操作`}
                    actions={[
                      { key: 'rename', label: '改名', run: () => edited.ask({ kind, category: each }) },
                      { key: 'order', label: '调整文章次序', run: () => order.ask(each) },
                      null,
                      {
                        key: 'delete',
                        label: each.articles ? '删除（须先移走文章）' : '删除',
                        danger: true,
                        disabled: each.articles > 0,
                        run: () => removed.ask(each),
                      },
                    ]}
                  />
                </>
              )}
            />
          </section>
        ))}
      </div>
      {edited.question && (
        <CategoryDialog
          key={`edit-${edited.round}`}
          asked={edited.question}
          open={edited.open}
          close={edited.close}
          done={called.reload}
        />
      )}
      {order.question && (
        <OrderDialog
          key={`order-${order.round}`}
          category={order.question}
          open={order.open}
          close={order.close}
          done={called.reload}
        />
      )}
      {removed.question && (
        <ConfirmDialog
          key={`remove-${removed.round}`}
          title="删除分类"
          okText="删除"
          danger
          open={removed.open}
          close={removed.close}
          send={() => (removed.question ? remove(removed.question) : Promise.resolve(true))}
        >
          <p>
            删除{articleKindNames[removed.question.kind]}分类“<strong>{removed.question.name}</strong>
            ”，它没有文章。它的网址随即失效。
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
