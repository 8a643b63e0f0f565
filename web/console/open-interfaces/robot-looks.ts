import type { OutputOf } from '#contract/index.ts'
import { robotAddresses } from '#contract/robot-names.ts'
import type { StateLook } from '#web/ui/states.ts'

export type Robot = OutputOf<'getCompanyRobotList'>['list'][number]
export type RobotMessage = OutputOf<'getCompanyRobotMessageList'>['list'][number]

export function robotLook({ state, failing_since }: Robot): StateLook {
  if (state === 'disabled') return { word: '已停用', tone: 'bad' }
  return failing_since ? { word: '送达失败，正在重试', tone: 'warn' } : { word: '正常', tone: 'good' }
}

export const robotMessageLooks = {
  pending: { word: '等待送达', tone: 'busy' },
  delivered: { word: '已送达', tone: 'good' },
  refused: { word: '被拒绝', tone: 'bad' },
} as const satisfies Record<RobotMessage['state'], StateLook>

/** The address without its key, of which only the end is shown. */
export const maskedAddress = ({ provider, address_end }: Robot): string =>
  `${new URL(robotAddresses[provider].start).host}/…${address_end}`
