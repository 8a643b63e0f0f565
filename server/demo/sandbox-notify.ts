import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, deriveKey } from '../config.ts'
import { hmac } from '../security/seal.ts'
import type { SandboxTrade } from './sandbox-trades.ts'

/** How the cashier tells of what happened. */
export const manners = {
  now: '立即通知一次',
  late: '15 秒后才通知',
  repeat: '同时重复通知 6 次',
  lose: '不通知（由对账任务查到）',
} as const
export type Manner = keyof typeof manners

const lateBy = 15_000
const tries = 3

export const sandboxSignature = (config: Pick<Config, 'secretKey'>, time: string, nonce: string, body: string) =>
  hmac(deriveKey(config, 'sandbox-cashier'), `${time}\n${nonce}\n${body}\n`).toString('base64url')

/** A notification as it goes over the wire: signed now, whatever it tells. */
export function signedNotification(config: Pick<Config, 'secretKey'>, told: object) {
  const body = JSON.stringify(told)
  const [time, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(12).toString('hex')]
  const signature = sandboxSignature(config, time, nonce, body)
  return {
    headers: {
      'content-type': 'application/json',
      'sandbox-time': time,
      'sandbox-nonce': nonce,
      'sandbox-signature': signature,
    },
    body,
  }
}

export const toldOf = ({ out_trade_no, trade_no, amount, state, paid_at }: SandboxTrade) => ({
  out_trade_no,
  trade_no,
  amount,
  state,
  paid_at,
})

interface Telling {
  trade: SandboxTrade
  manner: Manner
  /** Of the portal, where its notifications are taken. */
  address: string
  /** Ends what is still to come when the portal stops; then it is lost, as some are in life. */
  stopping: AbortSignal
}

/** Posts to the portal as a stranger would. Never rejects: nobody waits for it, and what gets lost is asked about. */
export async function tell(config: Pick<Config, 'secretKey'>, { trade, manner, address, stopping }: Telling) {
  if (manner === 'lose') return
  const once = async () => {
    for (let attempt = 0; attempt < tries; attempt++) {
      const response = await fetch(address, {
        method: 'POST',
        ...signedNotification(config, toldOf(trade)),
        signal: AbortSignal.any([stopping, AbortSignal.timeout(5_000)]),
      }).catch(() => undefined)
      if (response?.ok) return
      await sleep(1_000 * 2 ** attempt, undefined, { signal: stopping, ref: false })
    }
  }
  try {
    if (manner === 'late') await sleep(lateBy, undefined, { signal: stopping, ref: false })
    await Promise.all(Array.from({ length: manner === 'repeat' ? 6 : 1 }, once))
  } catch (error) {
    if (!stopping.aborted) throw error
  }
}
