import { Link, useNavigate } from 'react-router'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { Empty } from '#web/ui/list/data-list.tsx'
import { PageWait } from '#web/ui/page-wait.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { shelfLooks } from '#web/ui/states.ts'
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { api } from '../api.ts'
import { categoryPath } from '../paths.ts'
import { useOperation } from '../use-operation.ts'
import type { ListedCategory } from './category-tree.tsx'
import { GoodsDialog, type ListedGoods } from './goods-dialog.tsx'
import { SkuList } from './sku-list.tsx'

interface GoodsPanelProps {
  category: ListedCategory
  /** The goods in the address; by default the first. */
  chosen: string | undefined
  changed: () => void
}

/** The category's goods, and the SKUs of one of them. */
export function GoodsPanel({ category, chosen, changed }: GoodsPanelProps) {
  const navigate = useNavigate()
  const { data, refused, reload } = useOperation('getCatalogueGoods', { category_id: category.category_id })
  const edited = useDialog<ListedGoods | undefined>()
  const shelving = useDialog<ListedGoods>()
  if (refused && !data) return <Failure refused={refused} retry={reload} />
  if (!data) return <PageWait />
  const shown = data.list.find(({ goods_id }) => goods_id === chosen) ?? data.list[0]
  function done() {
    reload()
    changed()
  }
  const add = !category.archived && <ActButton onClick={() => edited.show(undefined)}>新建商品</ActButton>
  return (
    <>
      {shown ? (
        <>
          <div className="list-tools">
            <p className="list-count">共 {data.list.length} 个商品</p>
            {add}
          </div>
          <ul className="goods-list" aria-label="商品">
            {data.list.map(goods => (
              <li key={goods.goods_id} data-chosen={goods === shown ? '' : undefined}>
                <div>
                  <Link
                    to={categoryPath(category.category_id, { goods: goods.goods_id })}
                    aria-current={goods === shown ? 'true' : undefined}
                  >
                    {goods.name}
                  </Link>{' '}
                  <StateTag state={shelfLooks[goods.published ? 'on_sale' : 'off_sale']} />
                  <p className="quiet">
                    {goods.skus ? `${goods.skus_published} / ${goods.skus} 个规格在售` : '还没有规格'}
                    {goods.about && ` · ${goods.about}`}
                  </p>
                </div>
                <ActMenu
                  label={`${goods.name}的操作`}
                  actions={[
                    { key: 'edit', label: '修改名称与说明', run: () => edited.show(goods) },
                    null,
                    goods.published
                      ? { key: 'off', label: '下架商品', danger: true, run: () => shelving.show(goods) }
                      : {
                          key: 'on',
                          label: '上架商品',
                          disabled: category.archived,
                          run: () => shelving.show(goods),
                        },
                  ]}
                />
              </li>
            ))}
          </ul>
          <SkuList key={shown.goods_id} goods={shown} changed={reload} />
        </>
      ) : (
        <Empty
          title="还没有商品"
          text={category.archived ? '分类已归档，恢复后可以新建商品。' : '新建商品，再为它新建规格并定价。'}
          action={add}
        />
      )}
      {edited.key > 0 && (
        <GoodsDialog
          key={`edit-${edited.key}`}
          categoryId={category.category_id}
          goods={edited.subject}
          {...edited.props}
          done={goods => {
            done()
            void navigate(categoryPath(category.category_id, { goods }))
          }}
        />
      )}
      {shelving.subject && (
        <ShelveDialog key={`shelve-${shelving.key}`} goods={shelving.subject} {...shelving.props} done={done} />
      )}
    </>
  )
}

interface ShelveDialogProps extends ChangeDialogProps {
  goods: ListedGoods
}

function ShelveDialog({ goods, ...dialog }: ShelveDialogProps) {
  const published = !goods.published
  const title = published ? '上架商品' : '下架商品'
  return (
    <ConfirmDialog
      title={title}
      okText={title}
      danger={!published}
      {...dialog}
      call={api.setGoodsPublished}
      input={{ goods_id: goods.goods_id, published }}
      message={published ? `已上架 ${goods.name}` : `已下架 ${goods.name}`}
    >
      <p>
        <strong>{goods.name}</strong>：
        {published
          ? `其中价格已确认的 ${goods.skus_published} 个规格立即开售。`
          : `${goods.skus_published} 个在售规格立即停售${goods.product === 'line' ? '，使用它们的专线也不能再续费' : ''}；已付款的订单与已开通的服务不受影响。`}
      </p>
    </ConfirmDialog>
  )
}
