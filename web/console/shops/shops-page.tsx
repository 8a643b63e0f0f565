import './shops.css'
import { ImportOutlined, PlusOutlined } from '@ant-design/icons'
import { shopPlatforms, shopStateNames, shopStates } from '#contract/connection-names.ts'
import { api } from '#web/data/api.ts'
import { useMay } from '#web/data/may.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { Button } from '#web/ui/button.tsx'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { flag, oneOf, text, uuid } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { FilterBar, NamedFilter, SearchFilter, SelectFilter, TickFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { RowButton } from '#web/ui/list/row-button.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { May } from '#web/ui/may.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { ShopQuestion } from './bulk-dialog.tsx'
import { RecordCard } from './record-card.tsx'
import { platformOptions, type Shop, shopLabel, wouldChange } from './shop.ts'
import { shopColumns } from './shop-columns.tsx'

const BulkDialog = idlePart(async () => (await import('./bulk-dialog.tsx')).BulkDialog)
const ShopDialog = idlePart(async () => (await import('./shop-dialog.tsx')).ShopDialog)
const ImportDialog = idlePart(async () => (await import('./import-dialog.tsx')).ImportDialog)

const fields = {
  platform: oneOf(shopPlatforms),
  state: oneOf(shopStates),
  svp_id: uuid,
  unbound: flag,
  keyword: text(),
}

const idOf = ({ shop_id }: Shop) => shop_id
const acts = [
  ['bind', '绑定专线'],
  ['unbind', '解除绑定'],
  ['close', '停用'],
  ['open', '恢复经营'],
] as const

/** The company's shops and accounts, each with the line from whose address it is opened. */
export function ShopsPage() {
  const at = useListAddress(fields)
  const called = useRemembered('getShopList', at.query)
  const selection = useSelection(idOf, JSON.stringify(at.filters), called.data?.list, at)
  const form = useDialog<Shop | 'new'>()
  const bulk = useDialog<ShopQuestion>()
  const importing = useDialog<true>()
  const mayEdit = useMay()('setShop')
  const add = (
    <May call="setShop">
      <Button look="primary" icon={<PlusOutlined />} onClick={() => form.show('new')}>
        新建
      </Button>
    </May>
  )
  return (
    <>
      <ListHead
        title="店铺与账号"
        text="登记平台上的店铺与账号，绑定各自的专线；员工连接时选择店铺，护照据此说明谁在何时用过哪个地址。"
      >
        <May call="commitShopImport">
          <Button icon={<ImportOutlined />} onClick={() => importing.show(true)}>
            导入
          </Button>
        </May>
        {add}
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="名称、编号或负责人" {...at.field('keyword')} />
        <SelectFilter label="平台" options={platformOptions} {...at.field('platform')} />
        <NamedFilter label="状态" values={shopStates} names={shopStateNames} {...at.field('state')} />
        <TickFilter label="未绑定专线" {...at.field('unbound')} />
      </FilterBar>
      <DataList
        name="shops"
        noun="家店铺"
        at={at}
        called={called}
        columns={shopColumns}
        idOf={idOf}
        labelOf={shopLabel}
        selection={mayEdit ? selection : undefined}
        bulk={acts.map(([act, word]) => {
          const shops = selection.rows.filter(wouldChange[act])
          return (
            <Button key={act} size="small" disabled={!shops.length} onClick={() => bulk.show({ act, shops })}>
              {word}
              {shops.length > 0 && ` ${shops.length} 家`}
            </Button>
          )
        })}
        actions={
          mayEdit
            ? shop => (
                <RowButton label={`修改 ${shopLabel(shop)}`} onClick={() => form.show(shop)}>
                  修改
                </RowButton>
              )
            : undefined
        }
        tools={
          <May call="exportShops">
            <ExportButton load={() => api.exportShops(at.filters)} disabled={!called.data?.total} />
          </May>
        }
        empty={{
          title: '还没有店铺',
          text: '逐家新建，或用表格一次导入；绑定专线之后，第二家同平台的店铺登录时会提醒您。',
          action: add,
        }}
      />
      <RecordCard />
      {form.subject && (
        <ShopDialog
          key={`shop ${form.key}`}
          shop={form.subject === 'new' ? undefined : form.subject}
          {...form.props}
          done={called.reload}
        />
      )}
      {bulk.subject && (
        <BulkDialog
          key={`bulk ${bulk.key}`}
          question={bulk.subject}
          {...bulk.props}
          done={() => {
            selection.clear()
            called.reload()
          }}
        />
      )}
      <ImportDialog key={`import ${importing.key}`} {...importing.props} done={called.reload} />
    </>
  )
}
