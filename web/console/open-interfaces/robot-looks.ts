import type { OutputOf } from '#contract/index.ts'
import { robotAddresses } from '#contract/robot-names.ts'
import type { StateLook } from '#web/ui/states.ts'

export type Robot = OutputOf<'getCompanyRobotList'>['list'][number]
export type RobotMessage = OutputOf<'getCompanyRobotMessageList'>['list'][number]

export function robotLook({ state, failing_since, pending }: Robot): StateLook {
  if (state === 'disabled')
    return failing_since ? { word: '送达失败，已停用', tone: 'bad' } : { word: '已停用', tone: 'idle' }
  if (!failing_since) return { word: '正常', tone: 'good' }
  return { word: pending ? '送达失败，正在重试' : '最近一条被拒绝', tone: 'warn' }
}

export const robotMessageLooks = {
  pending: { word: '等待送达', tone: 'busy' },
  delivered: { word: '已送达', tone: 'good' },
  refused: { word: '被拒绝', tone: 'bad' },
} as const satisfies Record<RobotMessage['state'], StateLook>

/** Returns the address with only the end of its key visible. */
export const maskedAddress = ({ provider, address_end }: Robot): string =>
  `${new URL(robotAddresses[provider].start).host}/…${address_end}`
