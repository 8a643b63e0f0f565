import { pricesAtOnce, skuName } from '#contract/operations/catalogue-names.ts'
import { highestBandwidth } from '#contract/records/catalogue-fields.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { oneOf, uuid, whole } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SelectFilter } from '#web/ui/list/filters.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { showRefusal } from '#web/ui/show-refusal.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { shelfLooks } from '#web/ui/states.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu, useActSelection } from '../act.tsx'
import { api } from '../api.ts'
import { useOperation, useRemembered } from '../use-operation.ts'
import type { ListedGoods } from './goods-dialog.tsx'
import type { ListedSku } from './new-prices.ts'
import { PriceDialog, type PriceQuestion } from './price-dialog.tsx'
import { PriceHistory, type PriceOwner } from './price-history.tsx'
import { SkuAddDialog } from './sku-add-dialog.tsx'
import { UnpublishDialog } from './unpublish-dialog.tsx'

const shelves = ['on', 'off'] as const
const fields = { region: uuid, way: uuid, bandwidth: whole(1, highestBandwidth), shelf: oneOf(shelves) }
const idOf = (sku: ListedSku) => sku.sku_id

const columns: Column<ListedSku>[] = [
  { key: 'name', title: '规格', render: sku => sku.region_name ?? sku.goods_name },
  { key: 'way', title: '接入方式', render: sku => sku.access_way_name ?? '—' },
  { key: 'bandwidth', title: '带宽', end: true, render: sku => (sku.bandwidth ? `${sku.bandwidth} Mbps` : '—') },
  { key: 'price', title: '价格', end: true, fixed: true, render: sku => <b>{yuan(sku.price)}</b> },
  {
    key: 'list',
    title: '划线价',
    end: true,
    render: sku => (sku.list_price > sku.price ? <s className="quiet">{yuan(sku.list_price)}</s> : '—'),
  },
  { key: 'stock', title: '可售库存', end: true, render: sku => sku.stock ?? '不限' },
  { key: 'state', title: '状态', render: sku => <Shelf sku={sku} /> },
  { key: 'next', title: '进行中的调价', render: sku => <Underway sku={sku} /> },
]

const Shelf = ({ sku }: { sku: ListedSku }) =>
  sku.published && sku.region_hidden ? (
    <StateTag state={{ word: '地区未开放', tone: 'warn' }} />
  ) : (
    <StateTag state={shelfLooks[sku.published ? 'on_sale' : 'off_sale']} />
  )

const Underway = ({ sku: { waiting, scheduled } }: { sku: ListedSku }) => {
  if (waiting)
    return (
      <>
        待确认：{waiting.publish && '上架 '}
        {yuan(waiting.price)}
      </>
    )
  if (scheduled)
    return (
      <>
        {yuan(scheduled.price)} <span className="quiet">{dateTime(scheduled.holds_from)} 起</span>
      </>
    )
  return '—'
}

/** Loads all matching SKUs, up to the limit of one request. */
async function everySku(filters: Parameters<typeof api.getCatalogueSkus>[0]): Promise<ListedSku[] | undefined> {
  const found: ListedSku[] = []
  for (let page = 1; found.length < pricesAtOnce; page++) {
    const answer = await api.getCatalogueSkus({ ...filters, page, page_size: 100 })
    if (!answer.ok) {
      showRefusal(answer)
      return undefined
    }
    found.push(...answer.data.list)
    if (found.length >= answer.data.total || !answer.data.list.length) break
  }
  return found.slice(0, pricesAtOnce)
}

/** The SKUs of the goods with their prices, stock and pending price changes. */
export function SkuList({ goods, changed }: { goods: ListedGoods; changed: () => void }) {
  const at = useListAddress(fields)
  const { region, way, bandwidth, shelf } = at.filters
  const filters = {
    goods_id: goods.goods_id,
    region_id: region,
    access_way_id: way,
    bandwidth,
    ...(shelf && { published: shelf === 'on' }),
  }
  const called = useRemembered('getCatalogueSkus', { ...filters, page: at.page, page_size: at.size })
  const attributes = useOperation('getSkuAttributes', {})
  const selection = useSelection(idOf, JSON.stringify(filters), called.data?.list, at)
  const acted = useActSelection(selection)
  const adding = useDialog<true>()
  const pricing = useDialog<PriceQuestion>()
  const unpublishing = useDialog<readonly ListedSku[]>()
  const history = useDialog<PriceOwner>()
  const line = goods.product !== 'hours'
  function done() {
    selection.clear()
    called.reload()
    changed()
  }
  const onSale = selection.rows.filter(({ published }) => published)
  const offSale = selection.rows.filter(({ published }) => !published)

  return (
    <section className="sku-list" aria-label={`${goods.name}的规格`}>
      {line && goods.skus > 0 && (
        <FilterBar filtered={at.filtered} clear={at.clear}>
          <SelectFilter
            label="地区"
            found={attributes}
            options={(attributes.data?.regions ?? []).map(each => ({ value: each.region_id, label: each.name }))}
            {...at.field('region')}
          />
          <SelectFilter
            label="接入方式"
            found={attributes}
            options={(attributes.data?.access_ways ?? []).map(each => ({
              value: each.access_way_id,
              label: each.name,
            }))}
            {...at.field('way')}
          />
          <SelectFilter
            label="带宽"
            found={attributes}
            value={bandwidth === undefined ? undefined : String(bandwidth)}
            options={(attributes.data?.bandwidths ?? []).map(each => ({ value: String(each), label: `${each} Mbps` }))}
            onChange={next => at.filter({ bandwidth: next === undefined ? undefined : Number(next) })}
          />
          <SelectFilter
            label="状态"
            options={[
              { value: 'on', label: shelfLooks.on_sale.word },
              { value: 'off', label: shelfLooks.off_sale.word },
            ]}
            {...at.field('shelf')}
          />
        </FilterBar>
      )}
      <DataList
        name="operations-skus"
        noun="个规格"
        at={at}
        called={called}
        columns={line ? columns : columns.filter(({ key }) => key !== 'way' && key !== 'bandwidth' && key !== 'stock')}
        idOf={idOf}
        labelOf={skuName}
        selection={acted}
        chooseAll={{ load: () => everySku(filters), most: pricesAtOnce }}
        bulk={
          <>
            <ActButton size="small" onClick={() => pricing.show({ skus: selection.rows, publish: false })}>
              调价
            </ActButton>
            <ActButton
              size="small"
              disabled={!offSale.length}
              onClick={() => pricing.show({ skus: offSale, publish: true })}
            >
              上架{offSale.length > 0 && ` ${offSale.length} 个`}
            </ActButton>
            <ActButton size="small" danger disabled={!onSale.length} onClick={() => unpublishing.show(onSale)}>
              下架{onSale.length > 0 && ` ${onSale.length} 个`}
            </ActButton>
          </>
        }
        tools={
          <ActButton look="primary" onClick={() => adding.show(true)}>
            新建规格
          </ActButton>
        }
        actions={sku => (
          <ActMenu
            label={`${skuName(sku)}的操作`}
            actions={[
              {
                key: 'price',
                label: '调价',
                disabled: sku.waiting !== null,
                run: () => pricing.show({ skus: [sku], publish: false }),
              },
              {
                key: 'history',
                label: '价格记录',
                call: 'getPriceChangeList',
                run: () => history.show({ sku_id: sku.sku_id, name: skuName(sku) }),
              },
              null,
              sku.published
                ? { key: 'off', label: '下架', danger: true, run: () => unpublishing.show([sku]) }
                : {
                    key: 'on',
                    label: '上架',
                    disabled: sku.waiting !== null,
                    run: () => pricing.show({ skus: [sku], publish: true }),
                  },
            ]}
          />
        )}
        empty={{
          title: '还没有规格',
          text: '新建规格并定价，经另一位操作员确认后上架，客户才能购买。',
          action: <ActButton onClick={() => adding.show(true)}>新建规格</ActButton>,
        }}
      />
      {adding.key > 0 && (
        <SkuAddDialog
          key={`add-${adding.key}`}
          goods={goods}
          attributes={attributes.data}
          {...adding.props}
          done={done}
        />
      )}
      {pricing.subject && (
        <PriceDialog key={`price-${pricing.key}`} question={pricing.subject} {...pricing.props} done={done} />
      )}
      {unpublishing.subject && (
        <UnpublishDialog
          key={`off-${unpublishing.key}`}
          skus={unpublishing.subject}
          {...unpublishing.props}
          done={done}
        />
      )}
      <PriceHistory of={history.subject} {...history.props} />
    </section>
  )
}
