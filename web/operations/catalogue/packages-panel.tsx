import { dateTime } from '#web/ui/format.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { packageLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { useOperation } from '../use-operation.ts'
import type { ListedCategory } from './category-tree.tsx'
import {
  ArchivePackageDialog,
  DiscountDialog,
  type DiscountQuestion,
  PackageAddDialog,
  PackageSortDialog,
} from './package-dialogs.tsx'
import type { ListedPackage } from './package-fields.tsx'
import { PriceHistory, type PriceOwner } from './price-history.tsx'

const fields = {}
const columns: Column<ListedPackage>[] = [
  { key: 'days', title: '套餐', render: row => `${row.days} 天` },
  {
    key: 'discount',
    title: '折扣',
    end: true,
    fixed: true,
    render: row => (row.discount_percent ? <b>优惠 {row.discount_percent}%</b> : '无'),
  },
  { key: 'sort', title: '排序', end: true, render: row => row.sort },
  {
    key: 'state',
    title: '状态',
    render: row => <StateTag state={packageLooks[row.published ? 'offered' : 'not_offered']} />,
  },
  {
    key: 'next',
    title: '进行中的调整',
    render: ({ waiting, scheduled }) =>
      waiting ? (
        `待确认：${waiting.publish ? '启用，' : ''}优惠 ${waiting.discount_percent}%`
      ) : scheduled ? (
        <>
          优惠 {scheduled.discount_percent}% <span className="quiet">{dateTime(scheduled.holds_from)} 起</span>
        </>
      ) : (
        '—'
      ),
  },
]

/** The periods for which the category's goods can be bought, with the discounts of the longer ones. */
export function PackagesPanel({ category, changed }: { category: ListedCategory; changed: () => void }) {
  const at = useListAddress(fields)
  const { data, ...called } = useOperation('getPackageTypes', { category_id: category.category_id })
  const adding = useDialog<true>()
  const discount = useDialog<DiscountQuestion>()
  const sorting = useDialog<ListedPackage>()
  const archiving = useDialog<ListedPackage>()
  const history = useDialog<PriceOwner>()
  function done() {
    called.reload()
    changed()
  }
  const add = !category.archived && <ActButton onClick={() => adding.show(true)}>新建套餐</ActButton>
  return (
    <>
      <p className="quiet">价格按 30 天计；套餐按天数折算后再减去折扣。续费达到某个套餐的天数时，享受该套餐的折扣。</p>
      <DataList
        name="operations-packages"
        noun="个套餐"
        at={at}
        called={{ ...called, data: data && { list: data.list, total: data.list.length } }}
        columns={columns}
        idOf={row => row.package_type_id}
        labelOf={row => `${row.days} 天套餐`}
        tools={add}
        actions={row => (
          <ActMenu
            label={`${row.days} 天套餐的操作`}
            actions={[
              {
                key: 'discount',
                label: '调整折扣',
                disabled: row.waiting !== null,
                run: () => discount.show({ row, publish: false }),
              },
              { key: 'sort', label: '修改排序', run: () => sorting.show(row) },
              {
                key: 'history',
                label: '折扣记录',
                call: 'getPriceChangeList',
                run: () =>
                  history.show({ package_type_id: row.package_type_id, name: `${category.name} ${row.days} 天套餐` }),
              },
              null,
              row.published
                ? { key: 'archive', label: '停用', danger: true, run: () => archiving.show(row) }
                : {
                    key: 'publish',
                    label: '启用',
                    disabled: row.waiting !== null || category.archived,
                    run: () => discount.show({ row, publish: true }),
                  },
            ]}
          />
        )}
        empty={{
          title: '还没有套餐',
          text: '没有套餐的分类不能购买。新建一个（例如 30 天、无折扣），经另一位操作员确认后启用。',
          action: add,
        }}
      />
      {adding.key > 0 && (
        <PackageAddDialog key={`add-${adding.key}`} category={category} {...adding.props} done={done} />
      )}
      {discount.subject && (
        <DiscountDialog key={`discount-${discount.key}`} question={discount.subject} {...discount.props} done={done} />
      )}
      {sorting.subject && (
        <PackageSortDialog key={`sort-${sorting.key}`} row={sorting.subject} {...sorting.props} done={done} />
      )}
      {archiving.subject && (
        <ArchivePackageDialog
          key={`archive-${archiving.key}`}
          category={category}
          row={archiving.subject}
          {...archiving.props}
          done={done}
        />
      )}
      <PriceHistory of={history.subject} {...history.props} />
    </>
  )
}
