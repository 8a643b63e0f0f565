import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import { residentMemory } from './portal.ts'

/** Environment of a portal whose inspector opens, on a port of its own choice, at SIGUSR1. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' }

export interface Memory {
  /** Megabytes of live memory: JavaScript's heap, and what it references outside of it. */
  used: number
  resident: number
}

/** Collects the portal's garbage first, so that two measurements can be compared. The portal must be `inspectable`. */
export async function measureMemory(portal: PortalProcess): Promise<Memory> {
  const address = () => /Debugger listening on (ws:\S+)/.exec(portal.output())?.[1]
  if (!address()) portal.kill('SIGUSR1')
  for (const deadline = Date.now() + 10_000; !address() && Date.now() < deadline; ) await sleep(50)
  const socket = new WebSocket(address() ?? '')
  let id = 0
  const request = (method: string, params: object = {}) =>
    new Promise<string>((resolve, reject) => {
      id += 1
      const requestId = id
      socket.addEventListener('error', () => reject(new Error('no inspector')))
      socket.addEventListener('message', ({ data }) => {
        // The shape follows the inspector's protocol.
        const answer = JSON.parse(String(data)) as { id?: number; result?: { result?: { value?: string } } }
        if (answer.id === requestId) resolve(answer.result?.result?.value ?? '')
      })
      socket.send(JSON.stringify({ id: requestId, method, params }))
    })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('no inspector')))
  })
  try {
    await request('HeapProfiler.enable')
    for (let turn = 0; turn < 3; turn += 1) {
      await request('HeapProfiler.collectGarbage')
      await sleep(300)
    }
    const held = await request('Runtime.evaluate', {
      expression: '(({ heapUsed, external }) => String(heapUsed + external))(process.memoryUsage())',
    })
    return { used: Number(held) / 1024 / 1024, resident: residentMemory(portal.pid) }
  } finally {
    socket.close()
  }
}
