import { randomUUID } from 'node:crypto'
import { type ConnectionReport, reportText } from '#contract/connections.ts'
import type { InputOf } from '#contract/index.ts'
import type { DeviceKey } from '#server/testing/device-key.ts'

interface Simulated {
  key: DeviceKey
  /** The share of reports that are lost, and of those that come twice, late or out of order. */
  faulty: number
  count: (outcome: string) => void
  /** Returns the state that the portal answers; undefined when there was no answer. */
  send: (batch: InputOf<'reportConnections'>) => Promise<'open' | 'ended' | 'refused' | undefined>
}

interface Place {
  device_id: string
  svp_id: string
  shop_id?: string
}

export type SimulatedConnection = ReturnType<typeof simulatedConnection>

/** Reports the connections of one device, over a network that loses, doubles, delays and shuffles reports. */
export function simulatedConnection({ key, faulty, count, send }: Simulated) {
  let open: (Place & { connection_id: string; number: number }) | undefined
  /** Batches that the network still holds back. */
  const late: InputOf<'reportConnections'>[] = []

  function batchOf(event: ConnectionReport['event'], place: NonNullable<typeof open>): InputOf<'reportConnections'> {
    place.number += 1
    const sent_at = new Date().toISOString()
    const { device_id, ...details } = place
    const batch = { device_id, sent_at, reports: [{ ...details, event, at: sent_at }] }
    return { ...batch, ...key.sign(reportText(batch)) }
  }

  async function report(event: ConnectionReport['event']): Promise<void> {
    if (!open) return
    const batch = batchOf(event, open)
    const fate = Math.random()
    if (fate < faulty) return count('连接上报丢失')
    if (fate < 2 * faulty) {
      late.push(batch)
      return count('连接上报迟到')
    }
    const state = await send(batch)
    if (fate < 3 * faulty) {
      await send(batch)
      count('连接上报重复')
    }
    // Reports that were held back are sent now, the newest first, after later ones.
    for (const each of late.splice(0).reverse()) await send(each)
    if (state) count(`连接 ${state}`)
    if (state !== 'open') open = undefined
  }

  return {
    isOpen: () => open !== undefined,
    async connect(place: Place) {
      open = { ...place, connection_id: randomUUID(), number: 0 }
      await report('connect')
    },
    beat: () => report('heartbeat'),
    disconnect: () => report('disconnect'),
  }
}
