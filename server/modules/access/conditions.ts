import type { AccessCondition } from '#contract/access-names.ts'
import { describeTimes, effectiveTimes, type GrantTimes, holdsAt } from '#contract/access-times.ts'
import type { OutputOf } from '#contract/index.ts'
import { lineStateNames } from '#contract/line-names.ts'
import { verificationOf, verifiedBy } from '#contract/people.ts'
import { keysOf } from '#contract/typed-keys.ts'
import type { ClientRules } from '#server/modules/accounts/device-keys.ts'
import { reasonOf, type ServiceFacts } from '#server/modules/devices/usable.ts'
import type { Released } from '#server/modules/devices/versions.ts'
import type { ExplainedDevice, ExplainedLine, ExplainedPerson } from './explain.sql.ts'
import { failed, judged, judgedClient, met, type Outcome, open } from './outcomes.ts'
import { lacksConsent, lacksVerification, type PersonalFacts, type PersonalRules } from './personal.ts'

type Explained = Pick<OutputOf<'explainAccess'>, 'allowed' | 'conditions' | 'first'>

/** The facts that decide whether a person may use a line on a device. */
export interface AccessFacts {
  personal: PersonalFacts
  rules: PersonalRules & ClientRules
  /** The client versions that were published as compulsory. */
  released: Pick<Released, 'forced'>
  person: ExplainedPerson
  /** The named device; without one, whether there is any. */
  device: ExplainedDevice | undefined
  hasDevices: boolean
  line: ExplainedLine | undefined
  /** The groups through which the person may use the line, or any line where none is named, with their times. */
  reasons: (GrantTimes & { group_name: string; dept_path: string | null })[]
}

const judges: Record<AccessCondition, (facts: AccessFacts, now: number) => Outcome> = {
  account: ({ personal: { state } }) =>
    state === 'active' ? met('可以登录') : failed('账号已被服务商停用', 'provider', '恢复账号'),
  employment({ person }, now) {
    if (person.state === 'active' || person.state === 'disabled')
      return judged(reasonOf('employment', factsOf(person), now), '在职')
    if (person.state === 'invited') return failed('尚未同意加入企业', 'employee', '同意加入')
    return failed('没有加入企业', 'manager', '再次邀请')
  },
  hours: ({ person }, now) => judged(reasonOf('hours', factsOf(person), now), '有剩余时长'),
  verification({ person, personal, rules }) {
    if (lacksVerification(personal, rules))
      return failed('本人还没有通过实名认证', 'employee', '登录网页，在“个人信息”中认证')
    const words = verifiedBy[verificationOf({ state: person.state, verified: personal.verified }, rules)]
    return words ? met(words) : failed('同意加入之后才算经企业认证', 'employee', '同意加入')
  },
  consent({ personal, rules }) {
    if (personal.cross_border) return met('本人已同意个人信息出境')
    const due = rules.crossBorderConsentFrom
    return lacksConsent(personal, rules)
      ? failed('本人还没有同意个人信息出境', 'employee', '登录网页，在“我的服务”中同意')
      : met(`${due} 起须同意个人信息出境`)
  },
  device({ person, device, hasDevices }, now) {
    if (device) return judged(reasonOf('device', factsOf(person, device), now), '已审核并授权', noteOf(device))
    return hasDevices ? open('未指定设备') : failed('还没有登记设备', 'employee', '在自己的设备上登录客户端')
  },
  device_limit: ({ person, device }, now) =>
    device
      ? judged(reasonOf('device_limit', factsOf(person, device), now), `在上限 ${person.device_limit} 台之内`)
      : open(`上限 ${person.device_limit} 台`),
  client: ({ device, rules, released }) => (device ? judgedClient(device, rules, released) : open('未指定设备')),
  grant({ line, reasons }) {
    const ways = reasons.map(({ group_name, dept_path }) => `「${group_name}」${dept_path ? `（${dept_path}）` : ''}`)
    if (!reasons.length)
      return failed(
        line ? '没有专线组把它授权给本人或所在的部门' : '没有任何专线组授权给本人或所在的部门',
        'manager',
        '在专线组里授权给本人或其部门',
      )
    return line ? met(`经由${ways.join('、')}`) : open(`属于${ways.join('、')}`)
  },
  line({ line }) {
    if (!line) return open('未指定专线')
    const name = lineStateNames[line.state]
    switch (line.state) {
      case 'active':
      case 'expiring':
        return met(name)
      case 'unbound':
        return failed('专线还没有绑定地址', 'manager', '绑定地址')
      case 'expired':
        return failed('专线已到期', 'manager', '续费')
      case 'suspended':
        return failed(
          `专线已被服务商暂停${line.suspend_reason ? `：${line.suspend_reason}` : ''}`,
          'provider',
          '恢复专线',
        )
      case 'released':
        return failed('专线已释放', 'manager', '另购专线')
    }
  },
  times({ line, reasons }, now) {
    if (!line) return open('未指定专线')
    if (!reasons.length) return open('还没有授权')
    const holding = effectiveTimes(reasons.filter(reason => holdsAt(reason, now)))
    const words = (all: GrantTimes[]) => all.map(describeTimes).join('；')
    if (!holding.length)
      return failed(`现在不在授权的时段：${words(effectiveTimes(reasons))}`, 'manager', '调整授权的时段')
    return met(words(holding) || '不限时段')
  },
  company: ({ person }, now) => judged(reasonOf('company', factsOf(person), now), '正常'),
}

const noteOf = ({ audit_state, audit_note }: ExplainedDevice) => (audit_state === 'rejected' ? audit_note : null)

/** Without a named device a faultless one stands in, so that only the person's own conditions count. */
const faultless = { audit_state: 'approved', auth_state: 'authorized', audit_note: null, earlier_devices: 0 } as const

export const factsOf = (
  { state, service_ends_at, device_limit, company_state }: ExplainedPerson,
  device: Pick<ExplainedDevice, 'audit_state' | 'auth_state' | 'audit_note' | 'earlier_devices'> = faultless,
): ServiceFacts => {
  const { audit_state, auth_state, audit_note, earlier_devices } = device
  return {
    employee_state: state,
    service_ends_at,
    device_limit,
    company_state,
    audit_state,
    auth_state,
    audit_note,
    earlier_devices,
  }
}

const order = keysOf(judges)

/** Judges every condition in its order and names the first that fails. */
export function conditionsOf(facts: AccessFacts, now = Date.now()): Explained {
  const conditions = order.map(condition => ({ condition, ...judges[condition](facts, now) }))
  const first = conditions.find(({ state }) => state === 'failed')?.condition ?? null
  return { allowed: first === null, conditions, first }
}
