import '../network.css'
import { addressesAtOnce, networkRows } from '#contract/operations/network-names.ts'
import { addressStateNames, addressStates } from '#contract/records/address-fields.ts'
import { count } from '#web/ui/format.ts'
import { onDemandPart } from '#web/ui/lazy-part.tsx'
import { oneOf, text, uuid } from '#web/ui/list/address.ts'
import { DataList } from '#web/ui/list/data-list.tsx'
import { FilterBar, NamedFilter, SearchFilter, SelectFilter } from '#web/ui/list/filters.tsx'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { useListAddress } from '#web/ui/list/use-list-address.ts'
import { useSelection } from '#web/ui/list/use-selection.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { ActButton, ActLink, ActMenu, useActSelection } from '../act.tsx'
import { usePlaces } from '../network/use-places.ts'
import { operationsPaths } from '../paths.ts'
import { useRemembered } from '../use-operation.ts'
import { addressColumns, type ListedAddress } from './address-columns.tsx'
import { AddressDialog, type AddressQuestion } from './address-dialogs.tsx'
import { RangeDialog } from './range-dialog.tsx'

const HistoryDrawer = onDemandPart(async () => (await import('./history-drawer.tsx')).HistoryDrawer)

const fields = {
  region_id: uuid,
  access_way_id: uuid,
  state: oneOf(addressStates),
  company_id: uuid,
  keyword: text(80),
}
const idOf = (row: ListedAddress) => row.address_id

export function AddressesPage() {
  const at = useListAddress(fields)
  const { filters } = at
  const called = useRemembered('getAddressList', at.query)
  const stock = called.data?.stock
  const selection = useSelection(idOf, JSON.stringify(filters), called.data?.list, at)
  const acted = useActSelection(selection)
  const { regions, ways, found } = usePlaces()
  const requested = useDialog<AddressQuestion>()
  const added = useDialog<undefined>()
  const history = useDialog<ListedAddress>()
  const ask = (kind: AddressQuestion['kind'], rows: readonly ListedAddress[]) => requested.show({ kind, rows })
  const latest = (row: ListedAddress) => called.data?.list.find(each => idOf(each) === idOf(row)) ?? row
  const tooMany = selection.rows.length > addressesAtOnce
  return (
    <>
      <ListHead title="地址" text="全部地址及其使用者。可按地址、网段（203.0.113.0/24）或企业搜索。">
        <ActButton onClick={() => added.show(undefined)}>添加一段</ActButton>
        <ActLink look="primary" to={operationsPaths.addressImport}>
          批量导入
        </ActLink>
      </ListHead>
      <FilterBar filtered={at.filtered} clear={at.clear}>
        <SearchFilter label="地址、网段或企业" {...at.field('keyword')} />
        <SelectFilter label="地区" found={found} options={regions} {...at.field('region_id')} />
        <SelectFilter label="接入方式" found={found} options={ways} {...at.field('access_way_id')} />
        <NamedFilter label="状态" values={addressStates} names={addressStateNames} {...at.field('state')} />
      </FilterBar>
      {stock && stock.reserved > 0 && (
        <p className="quiet" role="status">
          空闲 {count(stock.free)} 个，其中 {count(stock.reserved)} 个已承诺给待支付的订单或待绑定的专线，可售{' '}
          {count(stock.free - stock.reserved)} 个。
        </p>
      )}
      <DataList
        name="operations-addresses"
        noun="个地址"
        at={at}
        called={called}
        maxRows={networkRows}
        columns={addressColumns}
        idOf={idOf}
        labelOf={row => row.address}
        selection={acted}
        bulk={
          <>
            <ActButton size="small" disabled={tooMany} onClick={() => ask('hold', selection.rows)}>
              保留
            </ActButton>
            <ActButton size="small" disabled={tooMany} onClick={() => ask('free', selection.rows)}>
              放回空闲
            </ActButton>
            <ActButton size="small" disabled={tooMany} onClick={() => ask('gateway', selection.rows)}>
              修改网关
            </ActButton>
            <ActButton size="small" danger disabled={tooMany} onClick={() => ask('retire', selection.rows)}>
              停用
            </ActButton>
          </>
        }
        actions={row => (
          <ActMenu
            label={`${row.address}的操作`}
            actions={[
              { key: 'history', label: '使用记录', call: 'getAddressHistory', run: () => history.show(row) },
              { key: 'gateway', label: '修改网关', run: () => ask('gateway', [row]) },
              null,
              { key: 'hold', label: '保留', disabled: row.state !== 'free', run: () => ask('hold', [row]) },
              {
                key: 'free',
                label: '放回空闲',
                disabled: row.state === 'free' || row.state === 'bound',
                run: () => ask('free', [row]),
              },
              {
                key: 'retire',
                label: '停用',
                danger: true,
                disabled: row.state === 'bound' || row.state === 'retired',
                run: () => ask('retire', [row]),
              },
            ]}
          />
        )}
        empty={{
          title: '还没有地址',
          text: '先有地区与接入方式，再导入地址；之后才能出售专线。',
          action: <ActLink to={operationsPaths.addressImport}>批量导入</ActLink>,
        }}
      />
      {requested.subject && (
        <AddressDialog
          key={requested.key}
          // The dialog's information about the addresses follows the list while it is open.
          question={{ ...requested.subject, rows: requested.subject.rows.map(latest) }}
          {...requested.props}
          done={() => {
            selection.clear()
            called.reload()
          }}
        />
      )}
      {added.key > 0 && (
        <RangeDialog key={`range-${added.key}`} chosen={filters} {...added.props} done={called.reload} />
      )}
      <HistoryDrawer address={history.subject} {...history.props} />
    </>
  )
}
