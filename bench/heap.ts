import { setTimeout as sleep } from 'node:timers/promises'
import type { PortalProcess } from '#server/testing/portal-process.ts'
import { residentMemory } from './portal.ts'

/** For the portal's environment: its inspector opens, at a port of its own choice, when it is asked for. */
export const inspectable = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' }

export interface Memory {
  /** Megabytes that are reached: JavaScript's, and what it holds outside of its heap. */
  held: number
  resident: number
}

/** What a portal holds once its garbage is gone, so that two looks can be compared. It must be `inspectable`. */
export async function memoryOf(portal: PortalProcess): Promise<Memory> {
  const address = () => /Debugger listening on (ws:\S+)/.exec(portal.output())?.[1]
  if (!address()) portal.kill('SIGUSR1')
  for (const deadline = Date.now() + 10_000; !address() && Date.now() < deadline; ) await sleep(50)
  const socket = new WebSocket(address() ?? '')
  let id = 0
  const ask = (method: string, params: object = {}) =>
    new Promise<string>((resolve, reject) => {
      id += 1
      const asked = id
      socket.addEventListener('error', () => reject(new Error('no inspector')))
      socket.addEventListener('message', ({ data }) => {
        // What the inspector answers, by its protocol.
        const answer = JSON.parse(String(data)) as { id?: number; result?: { result?: { value?: string } } }
        if (answer.id === asked) resolve(answer.result?.result?.value ?? '')
      })
      socket.send(JSON.stringify({ id: asked, method, params }))
    })
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('no inspector')))
  })
  try {
    await ask('HeapProfiler.enable')
    for (let turn = 0; turn < 3; turn += 1) {
      await ask('HeapProfiler.collectGarbage')
      await sleep(300)
    }
    const held = await ask('Runtime.evaluate', {
      expression: '(({ heapUsed, external }) => String(heapUsed + external))(process.memoryUsage())',
    })
    return { held: Number(held) / 1024 / 1024, resident: residentMemory(portal.pid) }
  } finally {
    socket.close()
  }
}
