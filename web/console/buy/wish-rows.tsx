import { Input, Select } from 'antd'
import { useEffect, useId, useState } from 'react'
import { lineFields } from '#contract/records/line-fields.ts'
import { useMay } from '#web/data/may.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { clearable } from '#web/ui/clearable.tsx'
import { count } from '#web/ui/format.ts'
import { outcomeOf, SearchOutcome } from '#web/ui/search-outcome.tsx'
import type { WishProblem } from './use-order.ts'
import type { useWishes, Wish, WishedLine } from './wishes.ts'

type Groups = ReturnType<typeof useCall<'getVplGroupList'>>

export interface LineWishesProps extends ReturnType<typeof useWishes> {
  /** The wish that the server could not honour, shown at its line. */
  problem: WishProblem | undefined
}

/** The fields of each line. */
export function WishRows({ lines, change, problem }: Pick<LineWishesProps, 'lines' | 'change' | 'problem'>) {
  const groups = useCall('getVplGroupList', {})
  return (
    <div className="wishes">
      {lines.map(line => (
        <Row
          key={line.key}
          line={line}
          groups={groups}
          taken={lines.flatMap(each => (each === line ? [] : (each.wish.ip_id ?? [])))}
          names={lines.flatMap(each => (each === line ? [] : (each.wish.name?.trim() ?? [])))}
          problem={problem?.position === line.position ? problem : undefined}
          change={wish => change(line.key, wish)}
        />
      ))}
    </div>
  )
}

interface RowProps {
  line: WishedLine
  groups: Groups
  /** Addresses that were chosen for other lines. */
  taken: string[]
  /** Names that were given to other lines of the order. */
  names: string[]
  problem: WishProblem | undefined
  change: (wish: Wish) => void
}

function Row({ line: { label, sku_id, wish }, groups, taken, names, problem, change }: RowProps) {
  const id = useId()
  const at = (field: WishProblem['field']) => problem?.field === field
  const described = problem ? `${id}-problem` : undefined
  const twin = useTwin(wish.name?.trim() ?? '', names)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid everywhere
    <div className="wish" role="group" aria-label={label}>
      <h3>{label}</h3>
      <div className="wish-field">
        <label htmlFor={`${id}-name`}>名称</label>
        <Input
          id={`${id}-name`}
          value={wish.name ?? ''}
          maxLength={lineFields.name.max}
          placeholder="自动起名"
          aria-describedby={twin ? `${id}-twin` : undefined}
          onChange={event => change({ ...wish, name: event.target.value })}
        />
        {twin && (
          <span id={`${id}-twin`} className="quiet" role="status">
            {twin}
          </span>
        )}
      </div>
      <div className="wish-field">
        <label htmlFor={`${id}-address`}>地址</label>
        <AddressSelect
          id={`${id}-address`}
          sku_id={sku_id}
          wish={wish}
          taken={taken}
          change={change}
          wrong={at('ip_id')}
          described={described}
        />
      </div>
      <div className="wish-field">
        <label htmlFor={`${id}-group`}>专线组</label>
        <Select
          id={`${id}-group`}
          allowClear={clearable}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="付款后再选"
          status={at('group_id') ? 'error' : ''}
          aria-describedby={described}
          value={wish.group_id}
          onChange={group_id => change({ ...wish, group_id })}
          {...outcomeOf(groups, '还没有专线组', groups.data?.list)}
          options={groups.data?.list.map(({ group_id, name, departments, employees }) => ({
            value: group_id,
            label: `${name}（${count(departments)} 个部门，${count(employees)} 名员工）`,
          }))}
        />
      </div>
      {problem && (
        <p id={described} className="stock-none" role="alert">
          {problem.text}
        </p>
      )}
    </div>
  )
}

/** Returns a hint if another line has the same name, which is allowed but makes them hard to tell apart. */
function useTwin(name: string, names: string[]): string | undefined {
  const mayLook = useMay()('getCompanyVplList')
  const { data } = usePreview('getCompanyVplList', name && mayLook ? { keyword: name, page_size: 20 } : undefined)
  if (!name) return undefined
  if (names.includes(name)) return '本次订单里另一条专线也用这个名称'
  return data?.list.some(line => line.name === name) ? '已有一条专线用这个名称，换一个更容易分清' : undefined
}

interface AddressSelectProps extends Pick<RowProps, 'taken' | 'change'> {
  id: string
  sku_id: string
  wish: Wish
  wrong: boolean
  described: string | undefined
}

const offered = 50

function AddressSelect({ id, sku_id, wish, taken, change, wrong, described }: AddressSelectProps) {
  const [open, setOpen] = useState(false)
  const [keyword, setKeyword] = useState('')
  const found = usePreview(
    'getOfferedIpList',
    open ? { sku_id, keyword: keyword.trim() || undefined, page: 1, page_size: offered } : undefined,
  )
  const { data, loading, reload } = found
  // The refused address is not offered again.
  useEffect(() => {
    if (wrong) reload()
  }, [wrong, reload])
  const options = (data?.list ?? [])
    .filter(({ ip_id }) => !taken.includes(ip_id))
    .map(({ ip_id, address }) => ({ value: ip_id, label: address }))
  const chosen = wish.ip_id && wish.address ? [{ value: wish.ip_id, label: wish.address }] : []
  return (
    <Select
      id={id}
      allowClear={clearable}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      placeholder="付款后再选"
      status={wrong ? 'error' : ''}
      aria-describedby={described}
      value={wish.ip_id}
      loading={open && loading}
      onOpenChange={setOpen}
      notFoundContent={<SearchOutcome found={found} none="没有符合条件的空闲地址" />}
      onChange={ip_id =>
        change({ ...wish, ip_id, address: options.find(({ value }) => value === ip_id)?.label ?? wish.address })
      }
      options={open ? options : chosen}
    />
  )
}
