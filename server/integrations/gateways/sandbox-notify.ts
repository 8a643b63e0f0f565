import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Keys, sign } from '#server/core/keyring.ts'
import type { SandboxTrade } from './sandbox-trades.ts'

/** The ways in which the cashier can notify the portal. */
export const deliveryModes = {
  now: '立即通知一次',
  late: '15 秒后才通知',
  repeat: '同时重复通知 6 次',
  lose: '不通知（由对账任务查到）',
} as const
export type DeliveryMode = keyof typeof deliveryModes

const lateBy = 15_000
const tries = 3

export const signedNotice = (time: string, nonce: string, body: string) => `${time}\n${nonce}\n${body}\n`

/** Signs a notification with the current time, as sent over the wire; tests sign arbitrary payloads. */
export function signedNotification(keys: Keys, payload: object) {
  const body = JSON.stringify(payload)
  const [time, nonce] = [String(Math.floor(Date.now() / 1000)), randomBytes(12).toString('hex')]
  const signature = sign(keys, 'sandbox-cashier', signedNotice(time, nonce, body))
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

export const toNotification = ({ out_trade_no, trade_no, amount, state, paid_at }: SandboxTrade) => ({
  out_trade_no,
  trade_no,
  amount,
  state,
  paid_at,
})

interface Delivery {
  trade: SandboxTrade
  mode: DeliveryMode
  /** The portal's endpoint for notifications. */
  address: string
  /** Cancels pending deliveries when the portal stops; they are lost, as some are in real life. */
  stopping: AbortSignal
}

/** Posts to the portal like an external service. Does not reject if delivery fails: reconciliation finds lost payments. */
export async function deliverNotification(keys: Keys, { trade, mode, address, stopping }: Delivery) {
  if (mode === 'lose') return
  const post = async () => {
    for (let attempt = 0; attempt < tries; attempt++) {
      const response = await fetch(address, {
        method: 'POST',
        ...signedNotification(keys, toNotification(trade)),
        signal: AbortSignal.any([stopping, AbortSignal.timeout(5_000)]),
      }).catch(() => undefined)
      if (response?.ok) return
      await sleep(1_000 * 2 ** attempt, undefined, { signal: stopping, ref: false })
    }
  }
  try {
    if (mode === 'late') await sleep(lateBy, undefined, { signal: stopping, ref: false })
    await Promise.all(Array.from({ length: mode === 'repeat' ? 6 : 1 }, post))
  } catch (error) {
    if (!stopping.aborted) throw error
  }
}
