import '../network.css'
import { lowStock } from '#contract/operations/network-names.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { count, placeName } from '#web/ui/format.ts'
import { flag, oneOf, text } from '#web/ui/list/address.ts'
import type { Column } from '#web/ui/list/columns.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, SearchFilter, SelectFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { offerLooks } from '#web/ui/states.ts'
import { type ChangeDialogProps, useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActMenu } from '../act.tsx'
import { api } from '../api.ts'
import { useRemembered } from '../use-operation.ts'
import { figureColumns } from './figures.tsx'
import type { ListedRegion } from './region-dialog.tsx'
import { RegionDialog } from './region-dialog.tsx'

const fields = { keyword: text(), published: oneOf(['yes', 'no']), low: flag }

const columns: Column<ListedRegion>[] = [
  {
    key: 'place',
    title: '地区',
    render: row => (
      <span className="two-lines">
        <b>{placeName(row)}</b>
        <code>{row.code}</code>
      </span>
    ),
  },
  {
    key: 'state',
    title: '状态',
    render: row => (
      <>
        <StateTag state={offerLooks[row.published ? 'offered' : 'hidden']} />
        {row.low && <span className="low-stock"> 库存不足</span>}
      </>
    ),
  },
  ...figureColumns<ListedRegion>(({ region_id }) => ({ region_id })),
  { key: 'continent', title: '大洲', extra: true, render: row => row.continent },
  { key: 'place-at', title: '坐标', extra: true, render: row => `${row.latitude}, ${row.longitude}` },
  { key: 'sort', title: '排序', end: true, extra: true, render: row => row.sort },
]

export function RegionsPage() {
  const at = useListAddress(fields)
  const { published, ...filters } = at.filters
  const called = useRemembered('getNetworkRegions', {
    ...filters,
    ...(published && { published: published === 'yes' }),
    page: at.page,
    page_size: at.size,
  })
  const edited = useDialog<ListedRegion | undefined>()
  const offered = useDialog<ListedRegion>()
  return (
    <>
      <ListHead
        title="地区"
        text={`专线能到达的城市。已上架的地区里，某种接入方式在售而可售地址少于 ${lowStock} 个时标为“库存不足”。`}
      >
        <ActButton look="primary" onClick={() => edited.show(undefined)}>
          添加地区
        </ActButton>
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="城市或代码" {...at.field('keyword')} />
        <SelectFilter
          label="状态"
          options={[
            { value: 'yes', label: offerLooks.offered.word },
            { value: 'no', label: offerLooks.hidden.word },
          ]}
          {...at.field('published')}
        />
        <SelectFilter
          label="库存"
          value={filters.low ? 'low' : undefined}
          options={[{ value: 'low', label: '库存不足' }]}
          onChange={next => at.filter({ low: next ? true : undefined })}
        />
      </FilterBar>
      <DataList
        name="operations-regions"
        noun="个地区"
        at={at}
        called={called}
        columns={columns}
        idOf={row => row.region_id}
        labelOf={row => placeName(row)}
        actions={row => (
          <ActMenu
            label={`${placeName(row)}的操作`}
            actions={[
              { key: 'edit', label: '修改', run: () => edited.show(row) },
              null,
              row.published
                ? { key: 'hide', label: '下架', danger: true, run: () => offered.show(row) }
                : { key: 'offer', label: '上架', run: () => offered.show(row) },
            ]}
          />
        )}
        empty={{
          title: '还没有地区',
          text: '先添加地区，再导入地址，最后上架。',
          action: <ActButton onClick={() => edited.show(undefined)}>添加地区</ActButton>,
        }}
      />
      {edited.key > 0 && (
        <RegionDialog key={edited.key} region={edited.subject} {...edited.props} done={called.reload} />
      )}
      {offered.subject && (
        <OfferDialog key={`offer-${offered.key}`} region={offered.subject} {...offered.props} done={called.reload} />
      )}
    </>
  )
}

interface OfferDialogProps extends ChangeDialogProps {
  region: ListedRegion
}

function OfferDialog({ region, ...dialog }: OfferDialogProps) {
  const { region_id, published, skus, lines, free, reserved } = region
  const name = placeName(region)
  const word = published ? '下架' : '上架'
  return (
    <ConfirmDialog
      title={`${word} ${name}`}
      okText={word}
      danger={published}
      {...dialog}
      call={api.setRegionPublished}
      input={{ region_id, published: !published }}
      message={published ? `${name} 已下架` : `${name} 已上架`}
    >
      {published ? (
        <ul className="consequences">
          <li>
            公开页面与购买页立即不再出现 {name}，{count(skus)} 个规格不能购买，也不能续费。
          </li>
          <li>
            {lines
              ? `${count(lines)} 条已有专线照常使用到各自的到期时间；要让它们能续费，请不要下架。`
              : '这里还没有专线，不影响任何企业。'}
          </li>
          {reserved > 0 && (
            <li>{count(reserved)} 个地址已承诺给待支付的订单与待绑定的专线，仍为它们保留，订单仍可支付。</li>
          )}
        </ul>
      ) : (
        <p>
          {skus
            ? `公开页面立即出现 ${name}，${count(skus)} 个规格可以购买，可售地址 ${count(free - reserved)} 个。`
            : `公开页面立即出现 ${name}，但还没有规格，无法购买；请由财务在商品中新建规格。`}
        </p>
      )}
    </ConfirmDialog>
  )
}
