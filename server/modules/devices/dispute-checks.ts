import type { Check } from '#server/modules/verification/verification-checks.ts'
import { maxPending } from './devices.ts'
import type { Party } from './disputes.sql.ts'

type Claimant = Pick<Party, 'name' | 'state' | 'device_limit' | 'in_use' | 'pending'>

/** Returns the reason why a device can't be handed over to this person, beginning with those that the company can resolve. */
export function obstacleOf({
  state,
  device_limit,
  in_use,
  pending,
}: Claimant): { code: -53111 | -53112 | -53113; data: string | number | null } | undefined {
  if (state !== 'active') return { code: -53111, data: null }
  if (pending >= maxPending) return { code: -53112, data: pending }
  if (in_use >= device_limit) return { code: -53113, data: `${in_use}/${device_limit} 台` }
  return undefined
}

/** The texts are for the operator who decides. */
export function disputeChecks(
  claimant: Claimant | undefined,
  holder: Pick<Party, 'name' | 'state'> | undefined,
  unseenDays: number | undefined,
): Check[] {
  if (!claimant) return [{ verdict: 'bad', text: '申请人已不在企业' }]
  const { name, state, device_limit, in_use, pending } = claimant
  const checks: Check[] = []
  checks.push(
    state === 'active'
      ? { verdict: 'good', text: `申请人 ${name} 在职` }
      : { verdict: 'bad', text: `申请人 ${name} 已被企业停用，不能移交` },
  )
  checks.push(
    in_use < device_limit
      ? { verdict: 'good', text: `申请人使用中的设备 ${in_use}/${device_limit} 台，还可增加` }
      : {
          verdict: 'bad',
          text: `申请人使用中的设备 ${in_use}/${device_limit} 台，已达上限，须先由企业管理员移除一台或提高上限`,
        },
  )
  if (pending >= maxPending)
    checks.push({ verdict: 'bad', text: `申请人待审核的设备已有 ${pending} 台，须先由企业审核` })
  if (holder && holder.state !== 'active')
    checks.push({ verdict: 'good', text: `现持有人 ${holder.name} 已被企业停用` })
  if (unseenDays !== undefined && unseenDays >= 7)
    checks.push({ verdict: 'good', text: `现持有人已 ${unseenDays} 天没有使用该设备` })
  else if (unseenDays !== undefined) checks.push({ verdict: 'warn', text: '现持有人 7 天内使用过该设备' })
  return checks
}
