import { platformNames } from '#contract/device-names.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { count } from '#web/ui/format.ts'
import { either, flag, oneOf, text, uuid, whole } from '#web/ui/list/address.ts'
import { FilterBar, NamedFilter, SearchFilter, SelectFilter, TickFilter } from '#web/ui/list/filters.tsx'
import type { ListAddress } from '#web/ui/list/use-list-address.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { auditLooks, authorizationLooks } from '#web/ui/states.ts'
import type { Device } from './device-actions.ts'

const audits = keysOf<Device['audit_state']>(auditLooks)
const authorizations = keysOf<Device['auth_state']>(authorizationLooks)
const platforms = keysOf(platformNames)

export const deviceFields = {
  audit_state: oneOf(audits),
  auth_state: oneOf(authorizations),
  platform: oneOf(platforms),
  outdated: flag,
  unseen_days: whole(1, 365),
  online: either,
  employee_id: uuid,
  keyword: text(),
}

const presenceNames = { online: '在线', offline: '离线' } as const
const presences = keysOf(presenceNames)

export type DeviceAddress = ListAddress<typeof deviceFields>

const unseen = [7, 15, 30, 90].map(days => ({ value: String(days), label: `${days} 天未在线` }))

/** The queue comes first, with the number of waiting devices always visible. */
export function Queues({ at, pending }: { at: DeviceAddress; pending: number | undefined }) {
  const options = [
    { value: 'pending', label: pending ? `待审核 ${count(pending)}` : '待审核' },
    { value: 'all', label: '全部' },
    { value: 'approved', label: auditLooks.approved.word },
    { value: 'rejected', label: auditLooks.rejected.word },
  ]
  return (
    <Segmented
      className="queues"
      aria-label="审核状态"
      options={options}
      value={at.filters.audit_state ?? 'all'}
      onChange={value => at.filter({ audit_state: audits.find(state => state === value) })}
    />
  )
}

export function DeviceFilters({ at }: { at: DeviceAddress }) {
  // The queue has its own control.
  const { audit_state: _queue, ...beside } = at.filters
  const { unseen_days, online } = beside
  // The number of days in the address may be any.
  const shown = unseen_days === undefined ? undefined : String(unseen_days)
  const options = !shown || unseen.some(({ value }) => value === shown) ? unseen : [...unseen, own(shown)]
  return (
    <FilterBar filtered={Object.keys(beside).length > 0} clear={() => at.clearBut('audit_state')}>
      <SearchFilter label="设备、地址、姓名或手机号" {...at.field('keyword')} />
      <NamedFilter label="授权状态" values={authorizations} names={authorizationLooks} {...at.field('auth_state')} />
      <NamedFilter label="平台" values={platforms} names={platformNames} {...at.field('platform')} />
      <SelectFilter
        label="未在线"
        value={shown}
        options={options}
        onChange={next => at.filter({ unseen_days: next === undefined ? undefined : Number(next) })}
      />
      <NamedFilter
        label="在线或离线"
        values={presences}
        names={presenceNames}
        value={online === undefined ? undefined : online ? 'online' : 'offline'}
        onChange={next => at.filter({ online: next && next === 'online' })}
      />
      <TickFilter label="客户端旧版本" {...at.field('outdated')} />
    </FilterBar>
  )
}

const own = (days: string) => ({ value: days, label: `${days} 天未在线` })
