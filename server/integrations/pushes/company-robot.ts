import { type RobotProvider, robotAddresses } from '#contract/robot-names.ts'
import { guardedFetch, OutboundTrouble } from '../outbound/guarded-fetch.ts'
import { createDingtalk } from './dingtalk.ts'
import { createFeishu } from './feishu.ts'
import { type PushChannel, PushFailure } from './push.ts'
import type { Ask } from './robot.ts'
import { createWecom } from './wecom.ts'

export interface RobotSecrets {
  /** The URL, which contains the key. */
  url: string
  /** The key that signs messages; empty for 企业微信. */
  secret: string
}

/** Connects a robot that a company has entered: nothing is sent into internal networks (decision 0017). */
export function connectRobot(
  provider: RobotProvider,
  { url, secret }: RobotSecrets,
  { allowPrivate }: { allowPrivate: boolean },
): PushChannel {
  const ask: Ask = async (address, request) => {
    try {
      return await guardedFetch(address, request, { allowPrivate })
    } catch (error) {
      if (!(error instanceof OutboundTrouble)) throw error
      throw new PushFailure(error.message, true)
    }
  }
  if (provider === 'wecom') return createWecom(url, ask)
  return provider === 'dingtalk' ? createDingtalk(url, secret, ask) : createFeishu(url, secret, ask)
}

/**
 * Returns the key contained in a URL of the provider's robots, or undefined for any other URL. In tests a robot may run on this
 * machine.
 */
export function keyOfRobot(provider: RobotProvider, address: string, { allowPrivate }: { allowPrivate: boolean }) {
  const { start, key } = robotAddresses[provider]
  const path = new URL(start).pathname
  const { origin, pathname, search, hostname, hash, username, password } = new URL(address)
  const isProviders = origin === new URL(start).origin || (allowPrivate && hostname === '127.0.0.1')
  const whole = `${pathname}${search}`
  if (!isProviders || hash || username || password || !whole.startsWith(path)) return undefined
  return key.exec(whole.slice(path.length))?.[1]
}
