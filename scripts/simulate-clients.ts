import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { contract, type InputOf, type OutputOf } from '#contract/index.ts'
import { demoPassword } from '#server/app/demo/companies.ts'
import { readConfig } from '#server/core/config.ts'
import { type DeviceKey, simulatedKey } from '#server/testing/device-key.ts'
import { maxClients, prepareCompany, simulatedDevice } from './simulated-company.ts'
import { type SimulatedConnection, simulatedConnection } from './simulated-connection.ts'

const help = `用法：npm run simulate-clients -- [选项]

  --clients <数量>    模拟多少个桌面客户端，默认 20；自建一家“模拟客户端有限公司”
  --as <手机号,…>     改用已有账号，每个账号一台设备
  --password <密码>   这些账号的密码，默认 ${demoPassword}
  --url <地址>        门户地址，默认 http://127.0.0.1:$PORT
  --every <秒>        上报间隔，默认 15，前后浮动一半
  --faulty <比例>     连接的上报有多少丢失，又有多少重复、迟到、乱序，默认 0.1
  --seconds <秒>      到时自动结束；默认直到 Ctrl-C

门户须已在运行。模拟企业的管理员是 13800010000 / ${demoPassword}。`

type ClientCall =
  | 'getDeviceChallenge'
  | 'wLogin'
  | 'giveConsent'
  | 'reportDevice'
  | 'getUsableLines'
  | 'waitForChange'
  | 'getMyShops'
  | 'reportConnections'
  | 'signOut'

const stopping = new AbortController()
/** Milliseconds of each answered call; the number of each outcome. */
const times: number[] = []
const outcomes = new Map<string, number>()
const count = (outcome: string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)

/** A call without fields takes only the sid. */
type Input<Name extends ClientCall> = Name extends 'getDeviceChallenge'
  ? object
  : Name extends 'signOut'
    ? { sid: string }
    : InputOf<Name> & { sid?: string }

/** Makes one call as a client does; undefined when the portal was not reached. */
async function call<Name extends ClientCall>(base: string, name: Name, input: Input<Name>) {
  const started = performance.now()
  try {
    const response = await fetch(`${base}/api${contract[name].path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'haiyilian-desktop 12.0.1' },
      body: JSON.stringify(input),
      // A client that stops aborts its pending wait.
      signal: AbortSignal.any([AbortSignal.timeout(60_000), ...(name === 'waitForChange' ? [stopping.signal] : [])]),
    })
    // Every answer has this envelope.
    const answer = (await response.json()) as { code: number; msg: string; data: OutputOf<Name> }
    // The long wait is not a response time.
    if (name !== 'waitForChange') times.push(performance.now() - started)
    return answer
  } catch (error) {
    if (stopping.signal.aborted) return
    count(`未连通：${error instanceof Error ? error.message : error}`)
  }
}

const pause = (milliseconds: number) => sleep(milliseconds, undefined, { signal: stopping.signal }).catch(() => {})

const backoff = (every: number, faults: number) => every * (0.5 + Math.random()) * Math.min(2 ** faults, 8)

/** Fetches the lines and waits for a change, repeatedly, until the next report is due. */
async function watch(base: string, sid: string, device_id: string, until: number): Promise<void> {
  while (!stopping.signal.aborted && performance.now() < until) {
    const lines = await call(base, 'getUsableLines', { sid, device_id })
    if (lines?.code !== 200) break
    count(`专线 ${lines.data.total} 条`)
    const waiting = call(base, 'waitForChange', { sid, device_id, version: lines.data.version })
    const answer = await Promise.race([waiting, pause(Math.max(0, until - performance.now()))])
    if (answer?.code !== 200) break
    if (answer.data.changed) count('得知变化')
  }
  await pause(Math.max(0, until - performance.now()))
}

/** Proves the device's key and logs in. */
async function logIn(base: string, phone: string, password: string, key: DeviceKey) {
  const answer = await call(base, 'getDeviceChallenge', {})
  if (answer?.code !== 200) return undefined
  const device = key.prove(phone, answer.data.challenge)
  return call(base, 'wLogin', { is_agree: 1, username: phone, password, device })
}

interface Behaviour {
  password: string
  /** Milliseconds between two reports. */
  every: number
  /** The share of connection reports that are lost, and of those that come twice, late or out of order. */
  faulty: number
}

/** Continues the connection, or opens one on a line with one of its shops. */
async function connect(
  base: string,
  sid: string,
  { device_id, usable }: OutputOf<'reportDevice'>,
  connecting: SimulatedConnection,
): Promise<void> {
  if (!usable || connecting.isOpen()) return connecting.beat()
  const lines = await call(base, 'getUsableLines', { sid, device_id })
  const offered = lines?.code === 200 ? lines.data.list : []
  // Each device keeps to one of its lines, and together they use all.
  const line = offered[Number.parseInt(device_id.slice(-4), 16) % offered.length]
  if (!line) return
  const shops = await call(base, 'getMyShops', { sid, device_id })
  const shop = shops?.code === 200 ? shops.data.list.find(({ svp_id }) => svp_id === line.svp_id) : undefined
  await connecting.connect({ device_id, svp_id: line.svp_id, ...(shop && { shop_id: shop.shop_id }) })
}

/** Logs in and reports its device until stopped. Logs in again when the session ends, and backs off after faults. */
async function client(base: string, phone: string, { password, every, faulty }: Behaviour): Promise<void> {
  const device = simulatedDevice(phone)
  const key = simulatedKey(phone)
  const connecting = simulatedConnection({
    key,
    faulty,
    count,
    send: async input => (await call(base, 'reportConnections', { ...input, sid }))?.data?.list[0]?.state,
  })
  let sid = ''
  let faults = 0
  await pause(Math.random() * every)
  while (!stopping.signal.aborted) {
    if (!sid) {
      const opened = await logIn(base, phone, password, key)
      if (opened?.code === 200) {
        sid = opened.data.sid
        // The person would do so on the page; a repeated consent changes nothing.
        await call(base, 'giveConsent', { sid, kind: 'cross_border', is_agree: 1 })
      } else if (opened) count(`登录 ${opened.code} ${opened.msg}`)
    }
    if (sid) {
      const reported = await call(base, 'reportDevice', { sid, ...device })
      if (reported?.code === 200) {
        faults = 0
        count(reported.data.reason)
        const until = performance.now() + backoff(every, 0)
        await connect(base, sid, reported.data, connecting)
        await watch(base, sid, reported.data.device_id, until)
      } else if (reported) {
        count(`上报 ${reported.code} ${reported.msg}`)
        if (reported.code === -41004 || reported.code === -41016) sid = ''
      }
      if (reported?.code !== 200) faults += 1
    } else faults += 1
    // Watching has already taken the time until the next report.
    if (faults) await pause(backoff(every, faults))
  }
  if (sid) await connecting.disconnect()
  if (sid) await call(base, 'signOut', { sid })
}

function summary(clients: number, started: number): string {
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0)
  const seconds = (performance.now() - started) / 1000
  const counted = [...outcomes].toSorted(([, one], [, other]) => other - one).map(([what, often]) => `${what} ${often}`)
  return (
    `${clients} 个客户端，${Math.round(seconds)} 秒，${times.length} 次调用（每秒 ${(times.length / seconds).toFixed(1)}），` +
    `中位 ${at(0.5)} ms，p95 ${at(0.95)} ms；${counted.join('，') || '尚无应答'}`
  )
}

async function run(): Promise<void> {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string', default: '20' },
      as: { type: 'string' },
      password: { type: 'string', default: demoPassword },
      url: { type: 'string' },
      every: { type: 'string', default: '15' },
      faulty: { type: 'string', default: '0.1' },
      seconds: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) return console.log(help)
  const config = readConfig(process.env)
  const [clients, every, seconds] = [Number(values.clients), Number(values.every), Number(values.seconds ?? 0)]
  const faulty = Number(values.faulty)
  if (
    !Number.isInteger(clients) ||
    clients < 1 ||
    clients > maxClients ||
    !(every >= 1) ||
    !(seconds >= 0) ||
    !(faulty >= 0 && faulty <= 0.5)
  ) {
    console.error(`--clients 为 1 到 ${maxClients}，--every 至少 1 秒\n\n${help}`)
    process.exitCode = 2
    return
  }
  const base = (values.url ?? `http://127.0.0.1:${config.port}`).replace(/\/+$/, '')
  const alive = await fetch(`${base}/healthz`).catch(() => undefined)
  if (!alive?.ok) throw new Error(`${base} 没有应答：请先启动门户，或用 --url 指明地址`)
  const phones = values.as ? values.as.split(',') : await prepareCompany(config, clients)

  const stop = () => {
    if (stopping.signal.aborted) process.exit(1)
    stopping.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  if (seconds) setTimeout(stop, seconds * 1000).unref()
  const started = performance.now()
  console.log(`正在模拟 ${phones.length} 个客户端，每 ${every} 秒左右上报一次；按 Ctrl-C 结束`)
  const reporting = setInterval(() => console.log(summary(phones.length, started)), 10_000)
  await Promise.all(
    phones.map(phone => client(base, phone, { password: values.password, every: every * 1000, faulty })),
  )
  clearInterval(reporting)
  console.log(summary(phones.length, started))
}

run().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
