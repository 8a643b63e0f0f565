import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '#contract/index.ts'
import type { Figure } from '../bench/figures.ts'
import { expectNone } from './interruptions.ts'
import { withDatabase, withSite } from './site.ts'

const slow = 500
const callCount = 400

/** Half of the slow clients never end their request, half never end their headers; the others must not notice. */
export const slowClients = () =>
  withSite(async ({ client, start }) => {
    const portal = await start()
    const sid = await withDatabase(portal, async (_, make) =>
      make.session((await make.company({ employees: 20 })).owner.account),
    )
    const list = async () => {
      const times: number[] = []
      for (let index = 0; index < callCount; index += 1) {
        const began = performance.now()
        const { code, msg } = await client.call(portal.url, 'getCompanyUserList', {}, { sid })
        if (code !== 200) throw new Error(`getCompanyUserList answered ${code} ${msg}`)
        times.push(performance.now() - began)
      }
      return times.sort((a, b) => a - b)[Math.floor(callCount * 0.95)] ?? Number.NaN
    }
    await list()
    const before = await list()
    const sockets = await Promise.all(
      Array.from({ length: slow }, (_, index) => slowSocket(portal.url, index % 2 === 0)),
    )
    const dripping = setInterval(() => {
      for (const socket of sockets) if (!socket.destroyed) socket.write(' ')
    }, 1_000)
    try {
      const during = await list()
      const figure: Figure = {
        name: 'a list call beside 500 slow clients, p95 against before',
        result: during / before,
        unit: '×',
        atMost: 2,
        note: `${before.toFixed(1)} → ${during.toFixed(1)} ms`,
      }
      // The portal closes a connection whose request does not end within half a minute.
      for (const end = Date.now() + 90_000; Date.now() < end && sockets.some(socket => !socket.destroyed); )
        await sleep(500)
      const remaining = sockets.filter(socket => !socket.destroyed).length
      return [
        figure,
        expectNone(
          'connections of slow clients after a minute and a half',
          remaining ? [`${remaining} left`] : [],
          `${slow}`,
        ),
      ]
    } finally {
      clearInterval(dripping)
      for (const socket of sockets) socket.destroy()
    }
  })

function slowSocket(url: string, unfinished: boolean): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
      const path = unfinished ? `/api${contract.wLogin.path}` : '/'
      socket.write(
        unfinished
          ? `POST ${path} HTTP/1.1\r\nhost: portal\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{`
          : `GET ${path} HTTP/1.1\r\nhost: portal\r\n`,
      )
      resolve(socket)
    })
    socket.once('error', reject)
    socket.on('error', () => {})
    socket.resume()
  })
}
