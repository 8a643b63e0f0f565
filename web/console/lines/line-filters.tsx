import { type LineState, lineStates, listedLines } from '#contract/line-names.ts'
import { useRemembered } from '#web/data/use-call.ts'
import { countUpTo, placeName } from '#web/ui/format.ts'
import { date, flag, oneOf, text, uuid } from '#web/ui/list/address.ts'
import { FilterBar, SearchFilter, SelectFilter } from '#web/ui/list/filters.tsx'
import { LazyDaysFilter } from '#web/ui/list/lazy-days-filter.tsx'
import type { ListAddress } from '#web/ui/list/use-list-address.ts'
import { May } from '#web/ui/may.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { lineLooks } from '#web/ui/states.ts'

export const lineFields = {
  state: oneOf(lineStates),
  region_id: uuid,
  access_way_id: uuid,
  group_id: uuid,
  without_group: flag,
  ends_from: date,
  ends_to: date,
  keyword: text(),
}
export type LineFilterAddress = ListAddress<typeof lineFields>

/** The states that are viewed most often; the others are in a filter. */
const queues = ['unbound', 'active', 'expiring', 'expired'] as const

export function LineQueues({ at, counts }: { at: LineFilterAddress; counts: Partial<Record<LineState, number>> }) {
  const options = [
    { value: 'all', label: '全部' },
    ...queues.map(state => ({
      value: state,
      label: counts[state]
        ? `${lineLooks[state].word} ${countUpTo(counts[state], listedLines)}`
        : lineLooks[state].word,
    })),
    ...(counts.suspended
      ? [{ value: 'suspended', label: `${lineLooks.suspended.word} ${countUpTo(counts.suspended, listedLines)}` }]
      : []),
    { value: 'released', label: lineLooks.released.word },
  ]
  return (
    <Segmented
      className="queues"
      aria-label="专线状态"
      options={options}
      value={at.filters.state ?? 'all'}
      onChange={value => at.filter({ state: lineStates.find(state => state === value) })}
    />
  )
}

export function LineFilters({ at }: { at: LineFilterAddress }) {
  const { region_id, access_way_id, group_id, without_group, ends_from, ends_to, keyword } = at.filters
  const regions = useRemembered('getVplMap', {})
  const ways = useRemembered('getAccessWayList', {})
  const filtered = Boolean(region_id ?? access_way_id ?? group_id ?? without_group ?? ends_from ?? ends_to ?? keyword)
  return (
    <FilterBar filtered={filtered} clear={() => at.clearBut('state')}>
      <SearchFilter label="名称、备注或地址" {...at.field('keyword')} />
      <SelectFilter
        label="国家/地区"
        found={regions}
        options={(regions.data?.list ?? []).map(region => ({ value: region.region_id, label: placeName(region) }))}
        {...at.field('region_id')}
      />
      <SelectFilter
        label="接入方式"
        found={ways}
        options={(ways.data?.list ?? []).map(({ access_way_id: value, name }) => ({ value, label: name }))}
        {...at.field('access_way_id')}
      />
      <May call="getVplGroupList">
        <GroupFilter at={at} />
      </May>
      <LazyDaysFilter
        ahead
        label="到期"
        from={ends_from}
        to={ends_to}
        onChange={({ from, to }) => at.filter({ ends_from: from, ends_to: to })}
      />
    </FilterBar>
  )
}

function GroupFilter({ at }: { at: LineFilterAddress }) {
  const groups = useRemembered('getVplGroupList', {})
  return (
    <SelectFilter
      label="专线组"
      found={groups}
      value={at.filters.without_group ? 'none' : at.filters.group_id}
      options={[
        ...(groups.data?.list ?? []).map(({ group_id: value, name }) => ({ value, label: name })),
        { value: 'none', label: '未分组' },
      ]}
      onChange={next =>
        at.filter(
          next === 'none' ? { group_id: undefined, without_group: true } : { group_id: next, without_group: undefined },
        )
      }
    />
  )
}
